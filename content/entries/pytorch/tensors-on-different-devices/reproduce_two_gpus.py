"""Layers dealt out to all visible GPUs; the second gets its input from the first."""

import torch

layers = [torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)]
for number, layer in enumerate(layers):
    layer.to(f"cuda:{number % torch.cuda.device_count()}")
y = torch.nn.Sequential(*layers)(torch.ones(3, 4, device="cuda:0"))
