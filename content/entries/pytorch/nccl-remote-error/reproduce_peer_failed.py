"""Rank 1 has an error of its own; rank 0, in all_reduce with it, reports a closed connection (gloo)."""

import os
import time

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
if rank == 1:
    batches = []
    print("mean loss:", 1 / len(batches))
time.sleep(3)
dist.all_reduce(total)
