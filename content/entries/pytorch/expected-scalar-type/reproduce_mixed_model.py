"""A model in bfloat16 with one part that was added in float32."""

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).bfloat16()
model[1] = torch.nn.Linear(4, 3)
x = torch.ones(2, 4, dtype=torch.bfloat16)
y = model(x)
