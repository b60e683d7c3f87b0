"""A build script that found no GPU puts nothing behind the underscore."""

from toolkit import compile_kernel

capability = ""  # what a detection without a GPU returned
compile_kernel(f"-gencode=arch=compute_{capability},code=sm_{capability}", "-cubin")
