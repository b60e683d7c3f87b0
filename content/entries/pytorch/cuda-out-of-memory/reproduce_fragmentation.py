"""640 MiB are free, in eight holes of 80 MiB; one tensor of 400 MiB is wanted."""

import torch

MIB = 2**20
capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(1480 * MIB / capacity)


def block(mib):
    return torch.empty(mib * MIB, dtype=torch.uint8, device="cuda")


first = block(1280)
del first  # stays with PyTorch as one free block, which the next sixteen share
blocks = [block(80) for _ in range(16)]
del blocks[::2]

unused = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
print(f"reserved by PyTorch but unallocated: {unused / MIB:.0f} MiB")
block(400)
