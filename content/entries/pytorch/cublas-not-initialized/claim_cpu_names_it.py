"""The same lines on the CPU."""

import torch

embedding = torch.nn.Embedding(100, 64)
weight = torch.eye(64)
ids = torch.tensor([5, 42, 100])
hidden = embedding(ids)
print("looked up:", tuple(hidden.shape))
print("sum:", (hidden @ weight).sum().item())
