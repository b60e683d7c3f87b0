"""Keep the function and raise eps: take from the frozen variance what eps gains."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16)
layer = nn.BatchNorm2d(8, eps=1e-6).eval()
layer.running_mean.normal_()
layer.running_var.uniform_(1e-4, 2.0)
wanted = layer(images)

gained = 2e-5 - layer.eps
assert layer.running_var.min() > gained
layer.running_var -= gained
layer.eps = 2e-5
output = layer(images)
print("largest relative difference:", ((output - wanted).abs() / wanted.abs().clamp(min=1e-3)).max().item())
assert torch.allclose(output, wanted, rtol=1e-4, atol=1e-5)
