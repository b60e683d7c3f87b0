"""The same two ranks with gloo, which does not mind that they share a GPU."""

import os
import subprocess
import sys

import torch
import torch.distributed as dist

rank = int(os.environ.get("RANK", "0"))
if rank == 0:  # the other rank is this program once more
    subprocess.Popen([sys.executable, __file__], env=dict(os.environ, RANK="1"))
meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=2)
x = torch.ones(1, device="cuda" if torch.cuda.is_available() else "cpu")
print("rank", rank, "is on", x.device, flush=True)
dist.all_reduce(x)
print("rank", rank, "sum:", x.item(), flush=True)
dist.barrier()
assert x.item() == 2
