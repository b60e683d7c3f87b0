"""The same with a CPU-only PyTorch: it does not look for a toolkit at all."""

import torch
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print("torch.version.cuda:", torch.version.cuda, "| CUDA_HOME:", CUDA_HOME)
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
