"""The nearest neighbour of each of 20,000 points, by way of one tensor of 20,000 x 20,000 x 64 numbers."""

import torch
from host_limit import leave

torch.manual_seed(0)
points = torch.randn(20_000, 64)
leave(4 * 2**30)
nearest = (points[:, None] - points[None]).norm(dim=-1).topk(2, largest=False).indices[:, 1]
