"""The loop that keeps its graphs, with gc.collect() and empty_cache() in every batch."""

import gc

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 1)).cuda().eval()


def validate(batches):
    total = 0.0
    for number in range(batches):
        x = torch.randn(8192, 1024, device="cuda")
        total += net(x).square().mean()
        gc.collect()
        torch.cuda.empty_cache()
        allocated = torch.cuda.memory_allocated()
        print(f"batch {number}: {allocated / 2**20:.0f} MiB allocated")
    return total


validate(100)
