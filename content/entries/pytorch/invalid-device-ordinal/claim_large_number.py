"""The number in a device object, when it does not fit into eight bits."""

import torch

device = torch.device("cuda:128")
print("asked for cuda:128, made:", device)
assert device.index == 128
