"""The flattening is missing: the layer sees the last dimension only."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.MaxPool2d(2), torch.nn.Linear(3 * 4 * 4, 10))
images = torch.randn(2, 3, 8, 8)
y = model(images)
