"""A variable names a g++ that is not installed."""

from toolkit import compile_kernel

compile_kernel(NVCC_PREPEND_FLAGS="-ccbin g++-99")
