"""The header is there, and g++ is not told where."""

from toolkit import compile_with, cuda

assert (cuda / "include" / "cuda_runtime.h").exists()

compile_with("g++", header="cuda_runtime.h")
