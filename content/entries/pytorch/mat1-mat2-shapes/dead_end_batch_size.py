"""Another batch size."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, padding=1),
    torch.nn.MaxPool2d(2),
    torch.nn.Flatten(),
    torch.nn.Linear(8 * 14 * 14, 10),
)
images = torch.randn(1, 1, 32, 32)
y = model(images)
