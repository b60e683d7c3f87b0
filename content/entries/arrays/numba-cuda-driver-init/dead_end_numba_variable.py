"""NUMBA_CUDA_DRIVER names the right library; numba-cuda takes the first that the loader finds."""

from libraries import start, two_libraries

machine, linux = two_libraries()
output, errors = start(linux, machine, NUMBA_CUDA_DRIVER=f"{machine}/libcuda.so.1")
assert "Call to cuInit results in CUDA_ERROR_NO_DEVICE" in errors
