"""Two processes of one job that both take themselves for rank 0."""

import os

import torch.distributed as dist
import torch.multiprocessing as mp


def train(local_rank):
    node_rank = 0  # the launcher was started twice on this machine, each time as node 0
    rank = node_rank * 1
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500")
    dist.init_process_group("gloo", rank=rank, world_size=2)


if __name__ == "__main__":
    mp.start_processes(train, nprocs=2, start_method="fork")
