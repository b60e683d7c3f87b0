"""Name the folder to the compiler."""

from toolkit import compile_with, cuda

size = compile_with("g++", header="cuda_runtime.h", CPATH=str(cuda / "include"))
assert size > 0
