""".data and .detach(), on a device that is not the CPU."""

import torch

x = torch.ones(3, device="meta", requires_grad=True)  # any device but the CPU will do
y = x.data
print(y.device, y.requires_grad)
array = y.detach().numpy()
