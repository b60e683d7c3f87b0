"""A pooling to a fixed size before Flatten: every image size fits."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, padding=1),
    torch.nn.AdaptiveAvgPool2d(14),
    torch.nn.Flatten(),
    torch.nn.Linear(8 * 14 * 14, 10),
)
for size in (28, 32, 50):
    images = torch.randn(4, 1, size, size)
    y = model(images)
    print(size, "->", tuple(y.shape))
    assert y.shape == (4, 10)
