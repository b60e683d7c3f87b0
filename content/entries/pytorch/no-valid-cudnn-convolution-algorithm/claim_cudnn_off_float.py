"""A float convolution and its gradients with cuDNN switched off, against the CPU."""

import torch
from torch import nn

torch.backends.cudnn.enabled = False
torch.manual_seed(0)
conv = nn.Conv2d(16, 32, kernel_size=3, padding=1)
x = torch.randn(4, 16, 32, 32)
conv(x).square().mean().backward()
expected = conv.weight.grad.clone()

conv.zero_grad()
conv.cuda()
conv(x.cuda()).square().mean().backward()
difference = (conv.weight.grad.cpu() - expected).abs().max().item()
print("largest difference of the weight gradient:", difference)
assert difference < 1e-3 * expected.abs().max()
