"""MASTER_PORT names another port, but the program has one written into it."""

import os

import torch.distributed as dist

first_job = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29777", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=1)
