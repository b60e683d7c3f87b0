"""PyTorch has a list of its own: it refuses a number before nvcc is asked."""

import os

os.environ["TORCH_CUDA_ARCH_LIST"] = "15.0"

import torch
from torch.utils import cpp_extension

print("torch", torch.__version__)
cpp_extension._get_cuda_arch_flags()
