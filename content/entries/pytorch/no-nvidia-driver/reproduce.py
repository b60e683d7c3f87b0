"""A CUDA build of PyTorch on a machine without the driver library."""

import torch

print("torch", torch.__version__, "| is_available:", torch.cuda.is_available())
x = torch.zeros(3).cuda()
