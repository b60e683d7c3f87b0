"""Only a number in CUDA_VISIBLE_DEVICES that this machine does not have."""

import os

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(1, device="cuda:0")
