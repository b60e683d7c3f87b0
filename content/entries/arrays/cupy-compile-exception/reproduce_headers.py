"""CuPy's own headers are found, those of CUDA are not."""

from kernel import CUPY_HEADERS, HALF, compile_kernel

compile_kernel(HALF, CUPY_HEADERS)
