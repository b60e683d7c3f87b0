"""The same validation loop without graphs: memory stays level, the total is the same."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 1)).cuda().eval()


@torch.no_grad()
def validate(batches):
    total = 0.0
    for _ in range(batches):
        x = torch.randn(8192, 1024, device="cuda")
        total += net(x).square().mean().item()
    return total


validate(1)
before = torch.cuda.memory_allocated()
validate(100)
after = torch.cuda.memory_allocated()
print(f"allocated: {before / 2**20:.0f} MiB, after 100 batches {after / 2**20:.0f} MiB")
assert after == before

torch.manual_seed(1)
batches = [torch.randn(8192, 1024, device="cuda") for _ in range(3)]
with_graph = sum(net(x).square().mean() for x in batches).item()
torch.manual_seed(1)
without_graph = validate(3)
print(f"three batches: {with_graph:.6f} with a graph, {without_graph:.6f} without")
assert abs(with_graph - without_graph) <= 1e-5 * abs(with_graph)
