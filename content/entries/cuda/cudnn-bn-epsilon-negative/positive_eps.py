"""The same program with a positive eps."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16)
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=1e-5))
output = model(images)

features = model[0](images)
mean = features.mean((0, 2, 3), keepdim=True)
var = features.var((0, 2, 3), unbiased=False, keepdim=True)
expected = (features - mean) / torch.sqrt(var + 1e-5)
print("largest difference:", (output - expected).abs().max().item())
assert torch.allclose(output, expected, atol=1e-5)
