"""The nccl backend on a machine without a GPU."""

import os

import torch.distributed as dist

meeting = "file://" + os.path.abspath("meeting")
dist.init_process_group("nccl", init_method=meeting, rank=0, world_size=1)
print("process group:", dist.get_backend())
