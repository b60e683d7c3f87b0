"""A grid of 2**20 blocks in x."""

import torch
from runtime_launch import launch

status = launch((2**20, 1, 1), (32, 1, 1))
torch.cuda.synchronize()
x = torch.ones(3, device="cuda")
print("status:", status, "| sum:", (x + 1).sum().item())
