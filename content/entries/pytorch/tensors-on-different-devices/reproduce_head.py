"""The last layer is replaced after the model was moved: the new one is on the CPU."""

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).to("cuda")
model[1] = torch.nn.Linear(4, 3)
x = torch.ones(2, 4, device="cuda")
y = model(x)
