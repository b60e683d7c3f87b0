"""Look for the culprit with CUDA_LAUNCH_BLOCKING=1: the addition is blamed all the same."""

import os

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

import torch
from runtime_launch import launch

x = torch.ones(3, device="cuda")
print("status of the bad launch:", launch((0, 1, 1), (256, 1, 1)), flush=True)
print("sum:", (x + 1).sum().item())
