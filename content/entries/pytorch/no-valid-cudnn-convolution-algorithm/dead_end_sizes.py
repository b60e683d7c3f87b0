"""The int8 convolution with another batch, kernel, stride and padding."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randint(-128, 128, (8, 3, 32, 32), dtype=torch.int8, device="cuda")
w = torch.randint(-128, 128, (16, 3, 5, 5), dtype=torch.int8, device="cuda")
print(F.conv2d(x, w, stride=2, padding=2).shape)
