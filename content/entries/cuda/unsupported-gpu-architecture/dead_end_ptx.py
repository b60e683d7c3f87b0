"""Only PTX for the old architecture, no machine code."""

from toolkit import compile_kernel

compile_kernel("-gencode=arch=compute_70,code=compute_70", "-ptx", output="kernel.ptx")
