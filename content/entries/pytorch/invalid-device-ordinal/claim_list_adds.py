"""Two numbers in CUDA_VISIBLE_DEVICES, one of which this machine does not have."""

import os

import torch

print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
print("GPUs that this process sees:", torch.cuda.device_count())
assert torch.cuda.device_count() == 2
