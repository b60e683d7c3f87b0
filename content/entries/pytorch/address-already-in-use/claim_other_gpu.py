"""The second job has other GPUs than the first: its port is the same all the same."""

import os

import torch.distributed as dist

print("GPUs of this job:", os.environ["CUDA_VISIBLE_DEVICES"])
first_job = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
dist.init_process_group("gloo")
