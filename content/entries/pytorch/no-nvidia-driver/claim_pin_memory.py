"""A DataLoader with pinned memory where there is no driver."""

import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.arange(6)), batch_size=3, pin_memory=True)
batches = [batch for (batch,) in loader]
print("batches:", batches, "| pinned:", batches[0].is_pinned())
