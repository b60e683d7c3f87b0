"""NVRTC of CUDA 13 is asked for a V100 (compute capability 7.0)."""

from kernel import CUPY_HEADERS, HALF, compile_kernel, cuda_headers

compile_kernel(HALF, CUPY_HEADERS, cuda_headers(), arch="compute_70")
