"""Without a bias, and with an image large enough for oneDNN: the longest wording."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3, bias=False).double()
images = torch.randn(2, 3, 128, 128)
y = model(images)
