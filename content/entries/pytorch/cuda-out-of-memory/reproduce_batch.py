"""A training step whose activations do not fit into the 1 GiB this process may use."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
net = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
x = torch.randn(16384, 512, device="cuda")
print(f"weights and input: {torch.cuda.memory_allocated() / 2**20:.0f} MiB")
net(x).square().mean().backward()
