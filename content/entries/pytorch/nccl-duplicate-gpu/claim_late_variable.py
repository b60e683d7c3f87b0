"""CUDA_VISIBLE_DEVICES set inside the program, after the first use of the GPU."""

import os

import torch

print("first tensor:", torch.ones(1, device="cuda").device)
os.environ["CUDA_VISIBLE_DEVICES"] = ""  # no GPU at all
try:
    still = str(torch.ones(1, device="cuda").device)
except RuntimeError:
    still = "none"
print("second tensor:", still)
assert still == "none", "the variable came too late"
