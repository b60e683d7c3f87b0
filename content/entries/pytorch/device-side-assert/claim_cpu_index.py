"""The gather with the index that is too large, on the CPU."""

import torch

values = torch.arange(12.0).reshape(3, 4)
print("sum:", values.gather(1, torch.tensor([[0], [3], [4]])).sum().item())
