"""The same step in eight parts: the gradients add up to those of the whole batch."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
net = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
x = torch.randn(16384, 512, device="cuda")

for part in x.split(2048):
    loss = net(part).square().mean() * len(part) / len(x)
    loss.backward()
peak = torch.cuda.max_memory_allocated()
in_parts = [p.grad.clone() for p in net.parameters()]

torch.cuda.set_per_process_memory_fraction(1.0)  # now the whole batch, to compare
torch.cuda.reset_peak_memory_stats()
net.zero_grad()
net(x).square().mean().backward()
whole = torch.cuda.max_memory_allocated()
print(f"peak in eight parts {peak / 2**20:.0f} MiB, in one {whole / 2**20:.0f} MiB")
for part, p in zip(in_parts, net.parameters(), strict=True):
    assert (part - p.grad).norm() <= 1e-3 * p.grad.norm(), "the gradients differ"
assert peak < GIB < whole
