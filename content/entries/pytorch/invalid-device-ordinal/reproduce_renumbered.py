"""The job may see one GPU, and uses the number that nvidia-smi shows for another."""

import os

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(1, device="cuda:1")
