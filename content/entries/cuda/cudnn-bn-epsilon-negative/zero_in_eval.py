"""Evaluation with an effective epsilon of zero: take from the variance what eps adds."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(4, 8, 16, 16)
model = nn.BatchNorm2d(8, eps=1e-5).eval()
model.running_mean.normal_()
model.running_var.uniform_(0.5, 2.0)
expected = (images - model.running_mean.view(1, 8, 1, 1)) / model.running_var.view(1, 8, 1, 1).sqrt()

assert model.running_var.min() > model.eps
model.running_var -= model.eps  # running_var + eps is now the old running_var
output = model(images)
print("largest difference from eps=0:", (output - expected).abs().max().item())
assert torch.allclose(output, expected, atol=1e-5)
