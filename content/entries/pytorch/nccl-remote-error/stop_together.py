"""The ranks agree to stop: all leave the loop in the same step."""

import os

import torch
import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo")
total = torch.ones(1)
steps = 0
while True:
    dist.all_reduce(total)
    steps += 1
    stop = torch.tensor(1.0 if rank == 1 and steps == 2 else 0.0)  # only this rank wants to
    dist.all_reduce(stop, op=dist.ReduceOp.MAX)
    if stop.item() > 0:
        break
dist.barrier()
dist.destroy_process_group()
print("rank", rank, "stopped after", steps, "steps")
assert steps == 2
