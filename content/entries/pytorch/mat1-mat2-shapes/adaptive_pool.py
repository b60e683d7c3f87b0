"""A pooling to a fixed size after the network's own: every image size fits."""

import torch

torch.manual_seed(0)
body = torch.nn.Sequential(torch.nn.Conv2d(1, 8, 3, padding=1), torch.nn.MaxPool2d(2))
head = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(8 * 14 * 14, 10))
model = torch.nn.Sequential(*body, torch.nn.AdaptiveAvgPool2d(14), *head)
for size in (28, 32, 50):
    images = torch.randn(4, 1, size, size)
    y = model(images)
    print(size, "->", tuple(y.shape))
    assert y.shape == (4, 10)
images = torch.randn(4, 1, 28, 28)
unchanged = torch.equal(model(images), head(body(images)))
print("at 28 as before:", unchanged)
assert unchanged
