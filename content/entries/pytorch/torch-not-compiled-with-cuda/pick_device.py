"""Ask for the device instead of assuming it; the model and the data follow."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = torch.nn.Linear(4, 2).to(device)
x = torch.zeros(3, 4, device=device)
y = model(x)
print("device:", device, "| output:", tuple(y.shape), "on", y.device)
assert y.device.type == device.type
assert torch.allclose(y, model.bias.expand(3, 2))
