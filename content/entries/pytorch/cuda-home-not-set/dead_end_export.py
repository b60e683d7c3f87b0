"""Export CUDA_HOME, with a toolkit in it, for a CPU-only PyTorch."""

import os

from no_toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda", "13.0")

import torch
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print("variable:", os.environ["CUDA_HOME"])
print("torch.version.cuda:", torch.version.cuda, "| CUDA_HOME:", CUDA_HOME)
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
