"""Variables of NCCL, while the store cannot be reached."""

import os
from datetime import timedelta

import torch.distributed as dist

os.environ.update(NCCL_SOCKET_IFNAME="lo", NCCL_IB_DISABLE="1", NCCL_P2P_DISABLE="1", NCCL_TIMEOUT="60")
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="1", WORLD_SIZE="2")
dist.init_process_group("gloo", timeout=timedelta(seconds=3))
