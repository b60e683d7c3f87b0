"""A program keeps its process group and starts a second part that uses the same port."""

import os

import torch.distributed as dist
import torch.multiprocessing as mp


def serve(local_rank):
    dist.init_process_group("gloo")


if __name__ == "__main__":
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
    dist.init_process_group("gloo")  # as in a notebook or a test
    print("first part:", dist.get_world_size(), "rank", flush=True)
    mp.start_processes(serve, nprocs=1, start_method="spawn")
