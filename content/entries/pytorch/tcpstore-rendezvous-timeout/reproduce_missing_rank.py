"""Rank 0 of two waits for the other, which is never started."""

import os
from datetime import timedelta

import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
