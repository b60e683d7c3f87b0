"""MASTER_PORT=0 with two ranks: only rank 0 learns the port."""

import datetime
import os

import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="0")
    wait = datetime.timedelta(seconds=5)
    dist.init_process_group("gloo", rank=rank, world_size=2, timeout=wait)


if __name__ == "__main__":
    mp.start_processes(train, nprocs=2, start_method="fork")
