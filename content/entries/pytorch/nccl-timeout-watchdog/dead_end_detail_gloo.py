"""Uneven batches once more, with the check of each collective switched on."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
model = DistributedDataParallel(torch.nn.Linear(4, 1))
batches = torch.ones(3 if rank == 0 else 2, 8, 4)
for batch in batches:
    model(batch).sum().backward()
dist.barrier()
