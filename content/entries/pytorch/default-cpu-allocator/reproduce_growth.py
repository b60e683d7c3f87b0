"""A validation loop that adds up losses: each one keeps the activations of its batch."""

import torch
from host_limit import leave

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(256, 4096), torch.nn.ReLU(), torch.nn.Linear(4096, 1))
batches = torch.randn(32, 1024, 256)
leave(512 * 2**20)
total = 0
for batch in batches:
    loss = model(batch).square().mean()
    total += loss
