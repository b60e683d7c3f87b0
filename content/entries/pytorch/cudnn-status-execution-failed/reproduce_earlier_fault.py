"""A convolution that has worked, then a bad index, then the same convolution."""

import time

import torch
import torch.nn.functional as F

x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
palette = torch.rand(16, 3, device="cuda")
pixels = torch.tensor([0, 15, 16], device="cuda")  # sixteen colours: 0 to 15
print("before:", F.conv2d(x, w)[0, 0, 0, 0].item(), flush=True)  # handle and kernels are there
colours = palette[pixels]  # only queued: no error here
time.sleep(1)  # by now its kernel has failed
y = F.conv2d(x, w)
print("first value:", y[0, 0, 0, 0].item())
