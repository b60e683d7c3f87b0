"""A bfloat16 LayerNorm gets the float32 output of the layer before it."""

import torch

model = torch.nn.LayerNorm(8).bfloat16()
x = torch.randn(2, 8)
y = model(x)
