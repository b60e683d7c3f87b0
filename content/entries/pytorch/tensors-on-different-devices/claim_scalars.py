"""A CPU tensor without dimensions, and CPU indices, beside a tensor of another device."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

with FakeTensorMode():
    x = torch.ones(3, 4, device="cuda")
    y = x * torch.tensor(2.0) + x[torch.tensor([0])]
print("x * scalar and x[index] on", y.device)
assert y.device.type == "cuda"
