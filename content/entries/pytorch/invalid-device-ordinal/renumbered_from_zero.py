"""The job may see one GPU; whatever nvidia-smi calls it, here it is number 0."""

import os

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(1, device="cuda:0")
print("GPUs that this process sees:", torch.cuda.device_count())
assert torch.cuda.device_count() == 1 and x.device.index == 0
