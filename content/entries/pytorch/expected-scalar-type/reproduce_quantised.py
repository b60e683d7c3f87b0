"""Attention multiplies by the int8 weight that a quantiser left in its output layer."""

import torch

attention = torch.nn.MultiheadAttention(4, 1, dtype=torch.bfloat16)
weight = (attention.out_proj.weight * 100).to(torch.int8)
attention.out_proj.weight = torch.nn.Parameter(weight, requires_grad=False)
x = torch.ones(2, 1, 4, dtype=torch.bfloat16)
y = attention(x, x, x, need_weights=False)
