"""Rank 0 has one batch more than rank 1, which is already at the next step of the program."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

rank = 1 if os.fork() else 0  # rank 1 waits first, so that its time is up first
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
model = DistributedDataParallel(torch.nn.Linear(4, 1))
batches = torch.ones(3 if rank == 0 else 2, 8, 4)
for batch in batches:
    time.sleep(1)  # loads the batch
    model(batch).sum().backward()
dist.barrier()
