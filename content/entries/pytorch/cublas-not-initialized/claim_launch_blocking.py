"""The same program; CUDA_LAUNCH_BLOCKING=1 was set before it started."""

import torch

embedding = torch.nn.Embedding(100, 64, device="cuda")
weight = torch.eye(64, device="cuda")
ids = torch.tensor([5, 42, 100], device="cuda")
hidden = embedding(ids)
print("looked up:", tuple(hidden.shape), flush=True)
print("sum:", (hidden @ weight).sum().item())
