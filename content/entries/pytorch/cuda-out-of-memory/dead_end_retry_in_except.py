"""A quarter of the batch fits, but not inside the except block of the failed step."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
net = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
x = torch.randn(16384, 512, device="cuda")


def step(batch):
    net(x[:batch]).square().mean().backward()


step(4096)
peak = torch.cuda.max_memory_allocated()
print(f"a quarter of the batch fits: peak {peak / 2**20:.0f} MiB")
try:
    step(16384)
except torch.OutOfMemoryError:
    held = torch.cuda.memory_allocated()
    print(f"in the handler: {held / 2**20:.0f} MiB still allocated")
    step(4096)
