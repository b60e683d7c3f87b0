"""Raise every eps up to the old limit to 2e-5, and measure the change in the output."""

import torch
from torch import nn

OLD_LIMIT, RAISED = 1e-5, 2e-5


def as_float32(value):
    return torch.tensor(value, dtype=torch.float32).item()


torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16)
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=1e-6), nn.ReLU())
for _ in range(50):
    model(images)  # fills the running statistics
model.eval()
before = model(images)
for layer in model.modules():
    if "BatchNorm" in type(layer).__name__ and layer.eps <= OLD_LIMIT:
        layer.eps = RAISED
after = model(images)

smallest = model[1].running_var.min().item()
bound = 0.5 * (RAISED - 1e-6) / smallest
change = ((after - before).abs().max() / before.abs().max()).item()
print(f"1e-5 as a 32-bit float is {as_float32(1e-5)!r}, 2e-5 is {as_float32(RAISED)!r}")
print(f"smallest running variance {smallest:.3f}: output changed by {change:.1e}, at most {bound:.1e} is expected")
assert as_float32(RAISED) >= OLD_LIMIT
assert change <= bound * 1.1
