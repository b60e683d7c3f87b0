"""No bias, since the message complains of the bias."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3, bias=False).half()
images = torch.randn(2, 3, 128, 128)
y = model(images)
