"""A Makefile from 2018 asks CUDA 13 for Volta."""

from toolkit import ask, compile_kernel

print(ask("--version").splitlines()[-2])
compile_kernel("-gencode=arch=compute_70,code=sm_70", "-cubin")
