"""A convolution over a batch of no images."""

import torch
from torch import nn

conv = nn.Conv2d(3, 64, kernel_size=3, padding=1).cuda()
x = torch.empty(0, 3, 32, 32, device="cuda")
y = conv(x)
y.sum().backward()
torch.cuda.synchronize()
print(tuple(y.shape), "gradient of the weights:", float(conv.weight.grad.abs().sum()))
