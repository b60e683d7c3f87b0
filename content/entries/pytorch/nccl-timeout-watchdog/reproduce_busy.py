"""Rank 1 still prepares its data; rank 0 waits for it in all_reduce until the time is up."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
if rank == 1:
    time.sleep(5)  # tokenizes a dataset, saves a checkpoint, evaluates, …
x = torch.ones(1)
dist.all_reduce(x)
