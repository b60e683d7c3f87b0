"""Options that sound as if they allowed it."""

from toolkit import compile_kernel

options = ["--allow-unsupported-compiler", "-Wno-deprecated-gpu-targets"]
compile_kernel("-gencode=arch=compute_70,code=sm_70", "-cubin", *options)
