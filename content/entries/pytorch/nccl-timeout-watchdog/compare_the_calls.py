"""With TORCH_DISTRIBUTED_DEBUG=DETAIL the ranks compare each collective before they begin it."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=8))
x = torch.ones(2)
answer = ""
try:
    if rank == 0:
        dist.all_reduce(x)
    else:
        dist.broadcast(x, 0)
except RuntimeError as error:
    answer = str(error)
print(answer)
assert "Detected mismatch between collectives" in answer
assert "OpType=ALLREDUCE" in answer and "OpType=BROADCAST" in answer
