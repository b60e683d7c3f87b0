"""Rank 1 is given a host name that nobody can resolve."""

import os
from datetime import timedelta

import torch.distributed as dist

os.environ.update(MASTER_ADDR="node0.invalid", MASTER_PORT="29500", RANK="1", WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
