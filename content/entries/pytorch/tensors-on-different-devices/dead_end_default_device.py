"""torch.set_default_device('cuda') does not reach data that comes from NumPy."""

import numpy
import torch

torch.set_default_device("cuda")
model = torch.nn.Linear(4, 2)
x = torch.from_numpy(numpy.ones((3, 4), dtype="float32"))
print("model on", model.weight.device, "| data on", x.device)
y = model(x)
