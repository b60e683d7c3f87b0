"""The same with the headers that the wheel nvidia-cuda-runtime holds."""

from kernel import CUPY_HEADERS, HALF, compile_kernel, cuda_headers

ptx = compile_kernel(HALF, CUPY_HEADERS, cuda_headers())
assert b".target sm_80" in ptx
