"""Treat it as a shortage of memory: one number instead of a batch, and an empty cache."""

import torch

torch.cuda.empty_cache()
x = torch.full((1,), 1.0, device="cuda")
