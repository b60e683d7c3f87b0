"""Integers that are amounts become floats of the model's dtype before the layer."""

import torch

model = torch.nn.Linear(3, 1)
x = torch.tensor([[0, 128, 255]])
x = x.to(next(model.parameters()).dtype)
y = model(x)
print("input:", x.dtype, "| output:", y.dtype)
assert y.dtype == torch.float32 and x.tolist() == [[0.0, 128.0, 255.0]]
