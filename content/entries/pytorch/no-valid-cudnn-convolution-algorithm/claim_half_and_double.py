"""The same convolution in 16, 32 and 64 bit floating point, weights converted too."""

import torch
from torch import nn

torch.manual_seed(0)
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    conv = nn.Conv2d(3, 64, kernel_size=3, padding=1).to("cuda", dtype)
    x = torch.randn(4, 3, 64, 64, device="cuda", dtype=dtype)
    y = conv(x)
    y.square().mean().backward()
    print(dtype, tuple(y.shape), "gradient:", conv.weight.grad.dtype)
torch.cuda.synchronize()
