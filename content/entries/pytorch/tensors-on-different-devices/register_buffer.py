"""The same tensor as a buffer: it moves with the module, and is saved with it."""

import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("factors", torch.ones(4))

    def forward(self, x):
        return x * self.factors


model = Scale().to("cuda")
x = torch.ones(3, 4, device="cuda")
y = model(x)
print("factors on", model.factors.device, "| saved:", list(model.state_dict()))
assert y.is_cuda and torch.equal(y, x) and "factors" in model.state_dict()
