"""Which type does the convolution see when its input passes through .float()?"""

import torch
from torch import nn

conv = nn.Conv2d(3, 64, kernel_size=3, padding=1)
seen = []
conv.register_forward_pre_hook(lambda module, args: seen.append(args[0].dtype))

half = torch.randn(2, 3, 16, 16, dtype=torch.float16)
double = torch.randn(2, 3, 16, 16, dtype=torch.float64)
conv(half.float())
conv(double.float())
print("the convolution saw:", seen)
assert seen == [torch.float16, torch.float64], "no 16-bit or 64-bit convolution was run"
