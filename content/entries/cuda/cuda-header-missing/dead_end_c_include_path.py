"""The folder in the variable for C."""

from toolkit import compile_with, cuda

compile_with("g++", header="cuda_runtime.h", C_INCLUDE_PATH=str(cuda / "include"))
