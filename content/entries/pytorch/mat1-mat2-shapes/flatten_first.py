"""Flatten everything but the batch before the linear layer."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.MaxPool2d(2), torch.nn.Flatten(start_dim=1), torch.nn.Linear(3 * 4 * 4, 10)
)
images = torch.randn(2, 3, 8, 8)
y = model(images)
print("output:", tuple(y.shape))
assert y.shape == (2, 10)
