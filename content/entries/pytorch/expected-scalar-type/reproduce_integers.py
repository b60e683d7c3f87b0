"""Integers go into a layer that computes with them."""

import torch

model = torch.nn.Linear(3, 1)
x = torch.tensor([[0, 128, 255]])
print("torch", torch.__version__, "| input:", x.dtype, "| weight:", model.weight.dtype)
y = model(x)
