"""The same weights in 16 bits take half the memory."""

import torch
from torch import nn

GIB = 2**30
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(0.9 * GIB / capacity)
torch.manual_seed(0)
model = nn.Sequential(*[nn.Linear(4096, 4096) for _ in range(16)])
model = model.to(torch.bfloat16).to("cuda")
print(f"allocated: {torch.cuda.memory_allocated() / 2**20:.0f} MiB")
assert torch.cuda.memory_allocated() < 0.9 * GIB
