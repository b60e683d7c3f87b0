"""The same module with nn.ModuleList, which registers what it holds."""

import torch


class Branches(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.convolutions = torch.nn.ModuleList(
            [torch.nn.Conv2d(3, 4, 3), torch.nn.Conv2d(3, 4, 3)]
        )

    def forward(self, x):
        return sum(convolution(x) for convolution in self.convolutions)


torch.manual_seed(0)
model = Branches().double()
images = torch.randn(2, 3, 8, 8).double()
y = model(images)
print("parameters that the module knows:", len(list(model.parameters())))
assert y.dtype == torch.float64 and len(list(model.parameters())) == 4
