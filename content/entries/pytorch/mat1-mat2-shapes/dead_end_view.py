"""view(-1, in_features): the shape fits, the rows do not belong together any more."""

import torch

torch.manual_seed(0)
model = torch.nn.Linear(8 * 8 * 8, 10)
images = torch.randn(4, 1, 32, 32)
pooled = torch.nn.functional.max_pool2d(torch.nn.Conv2d(1, 8, 3, padding=1)(images), 2)
y = model(pooled.view(-1, 8 * 8 * 8))
print("images:", len(images), "| rows of the output:", len(y))
assert len(y) == 16  # no error, and four answers for each image
