"""Clamping eps at 1e-7: does the layer run, and does it normalize?"""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16)
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=max(-1e-5, 1e-7)))
output = model(images)
print("standard deviation of the output:", output.std().item())
assert abs(output.std().item() - 1) < 0.01

for eps in (1e-5, 1e-7):  # the price: how much a channel without variance is amplified on the way back
    constant = torch.ones(4, 1, 8, 8, requires_grad=True)
    (nn.BatchNorm2d(1, eps=eps)(constant) * images[:, :1, :8, :8]).sum().backward()
    print(f"eps={eps}: largest gradient behind a constant channel {constant.grad.abs().max().item():.0f}")
