"""The forgotten attribute with fake tensors: devices are checked, no GPU is needed."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factors = torch.ones(4)
        self.weight = torch.nn.Parameter(torch.ones(4, device="cuda"))

    def forward(self, x):
        return x * self.weight * self.factors


with FakeTensorMode():
    model = Scale()
    x = torch.ones(3, 4, device="cuda")
    y = model(x)
