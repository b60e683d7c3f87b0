"""Pick one of four values per row, with an index taken from a table of five."""

import torch

values = torch.arange(12.0, device="cuda").reshape(3, 4)
choice = torch.tensor([[0], [3], [4]], device="cuda")
print("columns:", values.shape[1], "| choices:", choice.flatten().tolist())
print("sum:", values.gather(1, choice).sum().item())
