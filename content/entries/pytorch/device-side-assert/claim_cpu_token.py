"""The batch with the unknown token, on the CPU."""

import torch

embedding = torch.nn.Embedding(100, 8)
print("sum:", embedding(torch.tensor([5, 42, 100])).sum().item())
