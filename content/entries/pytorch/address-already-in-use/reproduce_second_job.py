"""A second job on the default port, while the first one still uses it."""

import os

import torch.distributed as dist

first_job = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
