"""The first GPU that this process sees, chosen once."""

import torch

device = torch.device("cuda:0")
x = torch.zeros(1, device=device)
print("tensor on", x.device, "of", torch.cuda.device_count())
assert x.device.index == 0 and x.item() == 0.0
