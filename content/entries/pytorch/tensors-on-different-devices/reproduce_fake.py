"""The same mistake with fake tensors: devices are checked, no GPU is needed."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

with FakeTensorMode():
    model = torch.nn.Linear(4, 2, device="cuda")
    x = torch.ones(3, 4)
    y = model(x)
