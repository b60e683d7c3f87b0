"""Calling torch.batch_norm, which lies under the check, with the negative eps."""

import torch
from torch import nn

torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16)
conv, norm = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=-1e-5)
with torch.no_grad():
    conv.weight[5] = 0  # one dead channel: its variance is exactly zero
optimizer = torch.optim.SGD(conv.parameters(), lr=0.1)
features = conv(images)
output = torch.batch_norm(
    features, norm.weight, norm.bias, norm.running_mean, norm.running_var, True, 0.1, norm.eps, False
)
nan_channels = output.isnan().any(dim=(0, 2, 3)).nonzero().flatten().tolist()
output.square().mean().backward()
optimizer.step()
print("torch", torch.__version__, "no error; NaN in output channels", nan_channels)
print("convolution weights that are NaN after one step:", int(conv.weight.isnan().sum()), "of", conv.weight.numel())
assert nan_channels == [5]
assert conv.weight.isnan().any()
