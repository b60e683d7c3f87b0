"""A token id beyond the embedding; the product behind it is the first of the process."""

import torch

embedding = torch.nn.Embedding(100, 64, device="cuda")
weight = torch.eye(64, device="cuda")
ids = torch.tensor([5, 42, 100], device="cuda")
hidden = embedding(ids)  # only queued: no error here
print("looked up:", tuple(hidden.shape), flush=True)
print("sum:", (hidden @ weight).sum().item())
