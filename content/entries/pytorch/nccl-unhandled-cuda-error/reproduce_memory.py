"""One rank on one GPU whose memory is full: NCCL cannot get its buffers."""

import os

import torch
import torch.distributed as dist

meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=0, world_size=1)
x = torch.ones(1, device="cuda")
kept = []
size = 1 << 30
while size >= 1 << 20:  # 1 GiB at a time, then smaller pieces
    try:
        kept.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.cuda.OutOfMemoryError:
        size //= 2
print(len(kept), "pieces fill the GPU", flush=True)
dist.all_reduce(x)
torch.cuda.synchronize()
