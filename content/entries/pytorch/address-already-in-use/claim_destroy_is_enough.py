"""Destroy the process group while a variable still holds a group made by new_group()."""

import os

import torch.distributed as dist
import torch.multiprocessing as mp


def serve(local_rank):
    dist.init_process_group("gloo")
    dist.destroy_process_group()


if __name__ == "__main__":
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
    dist.init_process_group("gloo")
    model_parallel = dist.new_group()
    dist.destroy_process_group()
    mp.start_processes(serve, nprocs=1, start_method="spawn")
    assert not dist.is_initialized()
