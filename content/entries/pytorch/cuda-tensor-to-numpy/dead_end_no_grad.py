"""no_grad around the conversion."""

import torch

x = torch.ones(3, device="meta", requires_grad=True)
with torch.no_grad():
    array = x.numpy()
