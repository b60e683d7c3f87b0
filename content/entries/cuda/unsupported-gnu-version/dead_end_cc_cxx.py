"""Set CC and CXX, as for make or CMake, and call nvcc."""

from toolkit import compile_kernel, older

compile_kernel(CC=older, CXX=older)
