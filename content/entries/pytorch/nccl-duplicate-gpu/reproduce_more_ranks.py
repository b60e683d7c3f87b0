"""One rank more than there are GPUs; the modulo gives the last one a GPU that is taken."""

import os
import subprocess
import sys

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
torch.cuda.init()
gpus = torch.cuda.device_count()
ranks = gpus + 1
if rank == 0:  # the other ranks are this program once more
    for other in range(1, ranks):
        subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK=str(other)))
torch.cuda.set_device(rank % gpus)
meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=rank, world_size=ranks)
x = torch.ones(1, device="cuda")
print("rank", rank, "of", ranks, "is on", x.device, flush=True)
dist.all_reduce(x)
print("rank", rank, "sum:", x.item())
