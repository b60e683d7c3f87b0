"""Choose the GPU after the first collective: NCCL has made its communicator by then."""

import os
import subprocess
import sys

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1"))
meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2)
seed = torch.ones(1, device="cuda")  # a seed for all ranks, say
dist.broadcast(seed, src=0)
torch.cuda.set_device(rank % torch.cuda.device_count())
x = torch.ones(1, device="cuda")
dist.all_reduce(x)
print("rank", rank, "sum:", x.item())
