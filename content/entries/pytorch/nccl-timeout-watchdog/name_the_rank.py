"""A monitored barrier before the collective says which rank did not come."""

import os
import time
from datetime import timedelta

import torch.distributed as dist

rank = 0 if os.fork() else 1
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK=str(rank), WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=30))
control = dist.new_group(backend="gloo")  # beside the nccl group
if rank == 1:
    time.sleep(5)
    os._exit(0)
answer = ""
try:
    dist.monitored_barrier(control, timeout=timedelta(seconds=2), wait_all_ranks=True)
except RuntimeError as error:
    answer = str(error)
print(answer)
assert "Ranks 1 failed to pass monitoredBarrier" in answer
