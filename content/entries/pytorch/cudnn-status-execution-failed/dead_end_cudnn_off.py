"""The same, with cuDNN switched off for the convolution that got the error."""

import time

import torch
import torch.nn.functional as F

x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
palette = torch.rand(16, 3, device="cuda")
pixels = torch.tensor([0, 15, 16], device="cuda")
print("before:", F.conv2d(x, w)[0, 0, 0, 0].item(), flush=True)
colours = palette[pixels]
time.sleep(1)
with torch.backends.cudnn.flags(enabled=False):
    y = F.conv2d(x, w)
print("first value:", y[0, 0, 0, 0].item())
