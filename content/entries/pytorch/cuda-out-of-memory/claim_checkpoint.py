"""The whole batch in 1 GiB with activation checkpointing; the gradients are the same."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
net = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
x = torch.randn(16384, 512, device="cuda")

checkpoint_sequential(net, 8, x, use_reentrant=False).square().mean().backward()
peak = torch.cuda.max_memory_allocated()
checkpointed = [p.grad.clone() for p in net.parameters()]

torch.cuda.set_per_process_memory_fraction(1.0)
torch.cuda.reset_peak_memory_stats()
net.zero_grad()
net(x).square().mean().backward()
plain = torch.cuda.max_memory_allocated()
print(f"peak with checkpoints {peak / 2**20:.0f} MiB, without {plain / 2**20:.0f} MiB")
for got, p in zip(checkpointed, net.parameters(), strict=True):
    assert (got - p.grad).norm() <= 1e-3 * p.grad.norm(), "the gradients differ"
assert peak < GIB < plain
