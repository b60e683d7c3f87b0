"""Is eps=1.0 numerically unstable? Inputs over 12 orders of magnitude."""

import torch
from torch import nn

torch.manual_seed(0)
unstable = 0
for exponent in range(-6, 7):
    images = (torch.randn(4, 8, 16, 16) * 10.0**exponent).requires_grad_()
    output = nn.BatchNorm2d(8, eps=1.0)(images)
    output.pow(3).sum().backward()
    finite = bool(output.isfinite().all() and images.grad.isfinite().all())
    unstable += not finite
    print(f"input std 1e{exponent}: output std {output.std().item():.2e}, all finite: {finite}")
assert unstable > 0
