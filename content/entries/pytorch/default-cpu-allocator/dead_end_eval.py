"""The same loop in evaluation mode: that switches dropout and batch normalization, not autograd."""

import torch
from host_limit import leave

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(256, 4096), torch.nn.ReLU(), torch.nn.Linear(4096, 1))
batches = torch.randn(32, 1024, 256)
leave(512 * 2**20)
model.eval()
total = 0
for batch in batches:
    loss = model(batch).square().mean()
    total += loss
