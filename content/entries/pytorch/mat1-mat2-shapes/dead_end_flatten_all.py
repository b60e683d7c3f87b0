"""flatten(0): the batch disappears into the features."""

import torch

torch.manual_seed(0)
model = torch.nn.Linear(3 * 4 * 4, 10)
images = torch.randn(2, 3, 8, 8)
pooled = torch.nn.functional.max_pool2d(images, 2)
y = model(pooled.flatten())
