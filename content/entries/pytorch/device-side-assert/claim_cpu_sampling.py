"""Sampling from overflowed float16 logits, on the CPU."""

import torch

hidden = torch.full((1, 64), 40.0, dtype=torch.float16)
weight = torch.full((64, 10), 40.0, dtype=torch.float16)
logits = hidden @ weight
print("logit:", logits[0, 0].item())
print("token:", torch.multinomial(torch.softmax(logits, dim=-1), 1).item())
