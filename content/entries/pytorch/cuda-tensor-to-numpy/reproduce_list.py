"""Losses collected as tensors; the conversion is hidden in NumPy."""

import numpy as np
import torch

model = torch.nn.Linear(4, 1).to("cuda")
losses = []
for step in range(3):
    loss = model(torch.ones(2, 4, device="cuda")).square().mean()
    losses.append(loss.detach())
array = np.array(losses)
