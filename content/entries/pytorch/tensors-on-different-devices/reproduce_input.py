"""The model is on the GPU, the batch is not."""

import torch

model = torch.nn.Linear(4, 2).to("cuda")
x = torch.ones(3, 4)
y = model(x)
