"""Every process has a rank of its own; only rank 0 opens the port."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank, answers):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    total = torch.tensor([rank + 1.0])
    dist.all_reduce(total)
    answers[rank] = total.item()
    dist.destroy_process_group()


if __name__ == "__main__":
    answers = mp.Manager().dict()
    mp.start_processes(train, args=(answers,), nprocs=2, start_method="fork")
    print("sum in each rank:", dict(answers))
    assert dict(answers) == {0: 3.0, 1: 3.0}
