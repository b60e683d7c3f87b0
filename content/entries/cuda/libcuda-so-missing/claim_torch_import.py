"""A CUDA build of PyTorch on a machine without libcuda.so.1."""

import torch

print("torch", torch.__version__, "| CUDA", torch.version.cuda, "| sum on the CPU:", torch.ones(3).sum().item())
