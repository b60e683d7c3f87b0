"""autocast("cpu") around a float16 model."""

import torch

linear = torch.nn.Linear(8, 8).half()
norm = torch.nn.LayerNorm(8).half()
x = torch.randn(2, 8, dtype=torch.float16)
with torch.autocast("cpu"):
    print("linear:", linear(x).dtype)
    y = norm(x)
