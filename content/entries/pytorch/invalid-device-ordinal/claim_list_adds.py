"""Two numbers in CUDA_VISIBLE_DEVICES, one of which this machine does not have."""

import os

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(1, device="cuda:0")
print("GPUs that this process sees:", torch.cuda.device_count())
assert torch.cuda.device_count() == 2
