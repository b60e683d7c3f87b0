"""The same launch with the integer as the kernel takes it: 8 and 4 bytes."""

import ctypes

import torch

SOURCE = r"""
extern "C" __global__ void fill(float* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] = 1.0f;
}
"""


class Arguments(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("n", ctypes.c_int)]


fill = torch.cuda._compile_kernel(SOURCE, "fill")
x = torch.zeros(32, device="cuda")
arguments = Arguments(x.data_ptr(), 32)
size = ctypes.c_size_t(12)
extra = (ctypes.c_void_p * 5)(1, ctypes.addressof(arguments), 2, ctypes.addressof(size), 0)  # buffer, size, end
driver = ctypes.CDLL("libcuda.so.1")
status = driver.cuLaunchKernel(fill.func, 1, 1, 1, 32, 1, 1, 0, None, None, extra)
torch.cuda._utils._check_cuda(status)
print("sum:", x.sum().item())
assert x.sum().item() == 32
