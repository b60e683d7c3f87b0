"""Move the model once all its parts are in place."""

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).to("cuda")
model[1] = torch.nn.Linear(4, 3)
print("on the CPU:", [name for name, p in model.named_parameters() if not p.is_cuda])
model.to("cuda")
x = torch.ones(2, 4, device="cuda")
y = model(x)
assert y.is_cuda and y.shape == (2, 3)
