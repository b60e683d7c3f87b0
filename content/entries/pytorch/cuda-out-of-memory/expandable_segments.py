"""The same allocations in expandable segments: free pages get another address."""

import os

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
import torch

MIB = 2**20
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(1480 * MIB / capacity)


def block(mib):
    return torch.empty(mib * MIB, dtype=torch.uint8, device="cuda")


first = block(1280)
del first
blocks = [block(80) for _ in range(16)]
for number, kept in enumerate(blocks):
    kept.fill_(number)
del blocks[::2]

wanted = block(400).fill_(255)
allocated, reserved = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
print(f"allocated {allocated / MIB:.0f} MiB of {reserved / MIB:.0f} MiB reserved")
assert wanted.numel() == 400 * MIB
kept_values = [int(kept[-1]) for kept in blocks]
assert kept_values == [1, 3, 5, 7, 9, 11, 13, 15], "a kept block was overwritten"
