"""Layers in a Python list: .half(), .double() and .to() do not reach them."""

import torch


class Branches(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.convolutions = [torch.nn.Conv2d(3, 4, 3), torch.nn.Conv2d(3, 4, 3)]

    def forward(self, x):
        return sum(convolution(x) for convolution in self.convolutions)


torch.manual_seed(0)
model = Branches().double()
images = torch.randn(2, 3, 8, 8).double()
print("parameters that the module knows:", len(list(model.parameters())))
y = model(images)
