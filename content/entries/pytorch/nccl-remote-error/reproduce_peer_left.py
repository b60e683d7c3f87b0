"""Rank 1 has done its part and leaves; rank 0 still needs it."""

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
    os._exit(0)  # for example sys.exit() in an early stop that only this rank makes
time.sleep(3)
dist.all_reduce(total)
