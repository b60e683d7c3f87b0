"""x.to('cuda') without keeping the result."""

import torch

model = torch.nn.Linear(4, 2).to("cuda")
x = torch.ones(3, 4)
x.to("cuda")
y = model(x)
