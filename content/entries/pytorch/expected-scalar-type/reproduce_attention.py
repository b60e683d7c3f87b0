"""Attention written by hand: softmax in float32, the values in bfloat16."""

import torch

torch.manual_seed(0)
q, k, v = (torch.randn(2, 4, 8, dtype=torch.bfloat16) for _ in range(3))
weights = torch.softmax((q @ k.transpose(1, 2)).float(), dim=-1)
print("torch", torch.__version__, "| weights:", weights.dtype, "| values:", v.dtype)
y = torch.matmul(weights, v)
