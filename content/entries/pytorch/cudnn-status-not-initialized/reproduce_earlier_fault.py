"""An index outside its table, then the first convolution of the process."""

import torch
import torch.nn.functional as F

x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
palette = torch.rand(16, 3, device="cuda")
pixels = torch.tensor([0, 15, 16], device="cuda")  # sixteen colours: 0 to 15
colours = palette[pixels]  # only queued: no error here
print("colours:", tuple(colours.shape), flush=True)
y = F.conv2d(x, w)
print("shape:", tuple(y.shape), "| first value:", y[0, 0, 0, 0].item())
