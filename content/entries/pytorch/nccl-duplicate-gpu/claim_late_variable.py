"""CUDA_VISIBLE_DEVICES set inside the program, after the first use of the GPU."""

import os

import torch

print("GPUs before:", torch.cuda.device_count(), torch.ones(1, device="cuda").device)
os.environ["CUDA_VISIBLE_DEVICES"] = ""  # no GPU at all
still = torch.ones(1, device="cuda").item()
print("GPUs after: ", torch.cuda.device_count(), "| a tensor on cuda:", still)
assert torch.cuda.device_count() == 0, "the variable came too late"
