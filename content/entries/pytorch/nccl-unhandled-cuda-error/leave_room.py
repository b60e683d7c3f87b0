"""The same, with some memory left for NCCL; the group is made before the GPU is filled."""

import os

import torch
import torch.distributed as dist

meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=0, world_size=1)
torch.cuda.set_per_process_memory_fraction(0.9)
x = torch.ones(1, device="cuda")
dist.all_reduce(x)  # makes the communicator and its buffers
kept = []
size = 1 << 30
while size >= 1 << 20:
    try:
        kept.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.cuda.OutOfMemoryError:
        size //= 2
print(len(kept), "pieces", flush=True)
dist.all_reduce(x)
torch.cuda.synchronize()
dist.destroy_process_group()
assert x.item() == 1
