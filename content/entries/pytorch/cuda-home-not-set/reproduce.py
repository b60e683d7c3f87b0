"""Describe a CUDA extension on a machine without a CUDA toolkit."""

import no_toolkit
import torch
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print("torch.version.cuda:", torch.version.cuda, "| CUDA_HOME:", CUDA_HOME)
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
