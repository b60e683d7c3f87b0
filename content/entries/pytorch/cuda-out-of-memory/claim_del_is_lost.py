"""Deletes a tensor and asks for the same amount again: does the process grow?"""

import torch

MIB = 2**20
first = torch.empty(512 * MIB, dtype=torch.uint8, device="cuda")
del first
before = torch.cuda.memory_reserved()
print(f"after del: {torch.cuda.memory_allocated() / MIB:.0f} MiB in tensors")
print(f"after del: {before / MIB:.0f} MiB reserved")
second = torch.empty(512 * MIB, dtype=torch.uint8, device="cuda")
print(f"after the next tensor: {torch.cuda.memory_reserved() / MIB:.0f} MiB reserved")
assert torch.cuda.memory_reserved() > before, "the same memory was used again"
