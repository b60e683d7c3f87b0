"""PyTorch sees the GPU and computes on it; then comes an extension's kernel."""

import torch
from kernel import load, machine_code

print("is_available:", torch.cuda.is_available())
assert torch.ones(3, device="cuda").sum().item() == 3
major, minor = torch.cuda.get_device_capability()
load(machine_code("sm_80" if major != 8 else "sm_75"))
