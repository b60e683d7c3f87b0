"""PyTorch for CUDA 13 on a driver for CUDA 12.2 (here: a simulated driver)."""

import torch

print("torch", torch.__version__, "for CUDA", torch.version.cuda)
x = torch.zeros(3).cuda()
