"""What the message proposes: an MKLDNN tensor as input."""

import torch

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 4, 3, bias=False).double()
images = torch.randn(2, 3, 128, 128)
y = model(images.to_mkldnn())
