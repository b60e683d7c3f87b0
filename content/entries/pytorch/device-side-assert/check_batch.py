"""Check the index on the CPU, before it is copied: the bad row is named and left out."""

import torch

values = torch.arange(12.0, device="cuda").reshape(3, 4)
choice = torch.tensor([[0], [3], [4]])  # fresh from the data loader
ok = ((choice >= 0) & (choice < values.shape[1])).flatten()
rows = ok.nonzero().flatten()
bad = (~ok).nonzero().flatten()
print("bad rows:", bad.tolist(), "with", choice[bad].flatten().tolist())
picked = values[rows.to("cuda")].gather(1, choice[rows].to("cuda"))
print("picked:", picked.flatten().tolist())
assert picked.flatten().tolist() == [0.0, 7.0]
