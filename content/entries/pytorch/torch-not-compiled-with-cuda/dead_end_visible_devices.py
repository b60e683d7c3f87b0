"""Name a GPU in CUDA_VISIBLE_DEVICES before PyTorch starts."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(3, device="cuda")
