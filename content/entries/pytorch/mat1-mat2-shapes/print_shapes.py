"""Ask the network what arrives at the layer, then build the layer for that."""

import torch

torch.manual_seed(0)
body = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, padding=1), torch.nn.MaxPool2d(2), torch.nn.Flatten()
)
images = torch.randn(4, 1, 32, 32)
features = body(images[:1]).shape[1]  # one image is enough to ask
model = torch.nn.Sequential(*body, torch.nn.Linear(features, 10))
y = model(images)
print("features after Flatten:", features, "| output:", tuple(y.shape))
assert features == 8 * 16 * 16 and y.shape == (4, 10)
