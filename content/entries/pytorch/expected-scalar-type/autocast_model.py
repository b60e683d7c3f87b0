"""The model with parts in two dtypes, called under autocast."""

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).bfloat16()
model[1] = torch.nn.Linear(4, 3)
x = torch.ones(2, 4, dtype=torch.bfloat16)
with torch.autocast(x.device.type, dtype=torch.bfloat16):
    y = model(x)
print("output:", y.dtype, "| last layer:", model[1].weight.dtype)
assert y.dtype == torch.bfloat16 and model[1].weight.dtype == torch.float32
