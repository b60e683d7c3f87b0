"""A number in PyTorch's form that its table has: it becomes nvcc's options."""

import os

os.environ["TORCH_CUDA_ARCH_LIST"] = "9.0+PTX"

import torch
from torch.utils import cpp_extension

flags = cpp_extension._get_cuda_arch_flags()
print("torch", torch.__version__, *flags)
assert "-gencode=arch=compute_90,code=sm_90" in flags
assert "-gencode=arch=compute_90,code=compute_90" in flags
