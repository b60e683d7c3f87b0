"""A fresh PyTorch, also of another CUDA release, on the machine as it is."""

import torch

print("fresh install:", torch.__version__, "| CUDA", torch.version.cuda)
x = torch.empty(3, device="cuda")
