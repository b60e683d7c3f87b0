"""A layer with 12 inputs and 5 outputs gets 7 features: read the message."""

import torch

model = torch.nn.Linear(12, 5)
message = ""
try:
    model(torch.zeros(3, 7))
except RuntimeError as error:
    message = str(error)
print("weight:", tuple(model.weight.shape), "| message:", message)
assert "(3x7 and 5x12)" in message
