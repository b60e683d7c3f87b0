"""A model whose layers are on two devices, as device_map='auto' lays it out."""

import torch

first = torch.nn.Linear(4, 4).to("cuda")
second = torch.nn.Linear(4, 2)  # did not fit: stays on the CPU
model = torch.nn.Sequential(first, second)
x = torch.ones(3, 4, device="cuda")
y = model(x)
