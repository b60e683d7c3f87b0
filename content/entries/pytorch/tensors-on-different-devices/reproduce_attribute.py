"""A tensor that is a plain attribute of a module stays behind when the module moves."""

import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factors = torch.ones(4)

    def forward(self, x):
        return x * self.factors


model = Scale().to("cuda")
x = torch.ones(3, 4, device="cuda")
y = model(x)
