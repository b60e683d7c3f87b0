"""Use the CPU where there is no driver; the same call, with a device that exists."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.zeros(3).to(device)
print("running on", device)
assert x.device.type == device.type
assert (x + 1).sum().item() == 3
