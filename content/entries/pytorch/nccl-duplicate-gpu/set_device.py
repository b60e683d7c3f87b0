"""The same two ranks; each takes the GPU of its local rank before it does anything else."""

import os
import subprocess
import sys

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1", LOCAL_RANK="1"))
local_rank = int(os.environ.get("LOCAL_RANK", "0"))  # torchrun sets it
torch.cuda.set_device(local_rank)
meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2)
x = torch.ones(1, device="cuda")
print("rank", rank, "is on", x.device, flush=True)
dist.all_reduce(x)
print("rank", rank, "sum:", x.item())
assert x.item() == 2
dist.destroy_process_group()
