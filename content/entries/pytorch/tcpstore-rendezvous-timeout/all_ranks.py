"""Both ranks are started, with the address of rank 0."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print("rank", rank, "sum:", total.item())
assert total.item() == 3
