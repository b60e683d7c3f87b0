"""The corrected program with fake tensors: a check of devices that runs anywhere."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

with FakeTensorMode():
    model = torch.nn.Linear(4, 2, device="cuda")
    device = next(model.parameters()).device
    x = torch.ones(3, 4).to(device)
    y = model(x)
print("output on", y.device, "| shape:", tuple(y.shape))
assert y.device.type == "cuda" and y.shape == (3, 2)
