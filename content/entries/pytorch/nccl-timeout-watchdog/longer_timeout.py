"""The same work before the collective, and a time limit that is longer than it."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
backend = "gloo"  # "nccl" on GPUs
dist.init_process_group(backend, timeout=timedelta(minutes=60))
if rank == 1:
    time.sleep(5)
x = torch.ones(1)
dist.all_reduce(x)
print("rank", rank, "sum:", x.item())
assert x.item() == 2
