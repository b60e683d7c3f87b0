"""Rank 1 looks for rank 0 at an address where nobody listens."""

import os
from datetime import timedelta

import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="1", WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
