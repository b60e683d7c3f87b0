"""CUDA_LAUNCH_BLOCKING=1, as the message suggests."""

import os

import torch

print("CUDA_LAUNCH_BLOCKING:", os.environ["CUDA_LAUNCH_BLOCKING"])
number = torch.cuda.device_count()
x = torch.zeros(1, device=f"cuda:{number}")
