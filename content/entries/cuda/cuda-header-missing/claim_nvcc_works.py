"""nvcc finds the header; does g++?"""

from toolkit import compile_with, cuda

assert compile_with(str(cuda / "bin" / "nvcc"), header="cuda_runtime.h", suffix=".cu") > 0
assert compile_with("g++", header="cuda_runtime.h") > 0
