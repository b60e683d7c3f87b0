"""LazyLinear takes its number of inputs from the first batch."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 8, 3, padding=1),
    torch.nn.MaxPool2d(2),
    torch.nn.Flatten(),
    torch.nn.LazyLinear(10),
)
images = torch.randn(4, 1, 32, 32)
model(images[:1])  # before the optimizer is made: until now there is no weight
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
y = model(images)
print("inputs it took:", model[-1].in_features, "| output:", tuple(y.shape))
assert model[-1].weight.shape == (10, 8 * 16 * 16) and y.shape == (4, 10)
