"""A quarter of the batch would fit, but not inside the except block of the failed attempt."""
import torch
from torch import nn

GIB = 2**30
torch.cuda.set_per_process_memory_fraction(GIB / torch.cuda.get_device_properties(0).total_memory)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
net = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
x = torch.randn(16384, 512, device="cuda")


def step(batch):
    net(x[:batch]).square().mean().backward()


step(4096)
print(f"a quarter of the batch fits: peak {torch.cuda.max_memory_allocated() / 2**20:.0f} MiB")
try:
    step(16384)
except torch.OutOfMemoryError:
    print(f"in the handler: {torch.cuda.memory_allocated() / 2**20:.0f} MiB still allocated")
    step(4096)
