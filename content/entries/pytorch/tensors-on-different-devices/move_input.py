"""Move the batch to where the model's parameters are."""

import torch

model = torch.nn.Linear(4, 2).to("cuda")
x = torch.ones(3, 4)
device = next(model.parameters()).device
x = x.to(device)
y = model(x)
print("output on", y.device)
assert y.is_cuda and y.shape == (3, 2)
