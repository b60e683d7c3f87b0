"""Two GPUs with NCCL: rank 1 ends with an error of its own, and rank 0 waits for it."""

import os
import subprocess
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1"))
meeting = "file://" + os.path.abspath("meeting")
torch.cuda.set_device(rank)
limit = timedelta(seconds=4)
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2, timeout=limit)
x = torch.ones(1, device="cuda")
dist.all_reduce(x)
print("rank", rank, "sum:", x.item(), flush=True)
if rank == 1:
    os._exit(1)  # an exception, a lack of memory, …
dist.all_reduce(x)
torch.cuda.synchronize()
time.sleep(30)
