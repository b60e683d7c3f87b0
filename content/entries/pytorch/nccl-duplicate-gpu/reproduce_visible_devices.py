"""Each rank shows itself one GPU, and a constant in place of its rank makes it the same one."""

import os
import subprocess
import sys

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1"))
os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import torch
import torch.distributed as dist

meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=2)
x = torch.ones(1, device="cuda")
print("rank", rank, "is on", x.device, flush=True)
dist.all_reduce(x)
print("rank", rank, "sum:", x.item())
