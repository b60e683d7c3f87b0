"""The same step in eight parts: the gradients add up to those of the whole batch."""

import copy

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(GIB / capacity)
torch.manual_seed(0)
layers = [layer for _ in range(32) for layer in (nn.Linear(512, 512), nn.ReLU())]
model = nn.Sequential(*layers, nn.Linear(512, 1)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batch = torch.randn(16384, 512, device="cuda")
weights = copy.deepcopy(model.state_dict())

optimizer.zero_grad()
for part in batch.split(2048):
    loss = model(part).square().mean()
    (loss * len(part) / len(batch)).backward()
optimizer.step()
peak = torch.cuda.max_memory_allocated()
in_parts = [p.grad.clone() for p in model.parameters()]

torch.cuda.set_per_process_memory_fraction(1.0)  # now the whole batch, to compare
torch.cuda.reset_peak_memory_stats()
model.load_state_dict(weights)
optimizer.zero_grad()
model(batch).square().mean().backward()
whole = torch.cuda.max_memory_allocated()
print(f"peak in eight parts {peak / 2**20:.0f} MiB, in one {whole / 2**20:.0f} MiB")
for part, p in zip(in_parts, model.parameters(), strict=True):
    assert (part - p.grad).norm() <= 1e-3 * p.grad.norm(), "the gradients differ"
assert peak < GIB < whole
