"""Move the module once more: what it does not know it cannot move."""

import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factors = torch.ones(4)

    def forward(self, x):
        return x * self.factors


model = Scale().to("cuda")
x = torch.ones(3, 4, device="cuda")
model.cuda()
model.to("cuda:0")
y = model(x)
