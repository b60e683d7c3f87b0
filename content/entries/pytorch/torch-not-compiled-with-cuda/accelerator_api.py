"""Let PyTorch name the accelerator that this build and this machine really have."""

import torch

if torch.accelerator.is_available():
    device = torch.accelerator.current_accelerator()
else:
    device = torch.device("cpu")
model = torch.nn.Linear(4, 2).to(device)
x = torch.zeros(3, 4, device=device)
y = model(x)
print("device:", device, "| output:", tuple(y.shape), "on", y.device)
assert y.device.type == device.type
assert torch.allclose(y, model.bias.expand(3, 2))
