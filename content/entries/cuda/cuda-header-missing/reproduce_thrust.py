"""CUDA 13: the folder that was enough for Thrust up to CUDA 12."""

from toolkit import compile_with, cuda

compile_with("g++", header="thrust/complex.h", CPATH=str(cuda / "include"))
