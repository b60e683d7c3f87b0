"""The same program; its first part gives the port back before the second one starts."""

import os

import torch.distributed as dist
import torch.multiprocessing as mp


def serve(local_rank, answers):
    dist.init_process_group("gloo")
    answers[local_rank] = dist.get_world_size()
    dist.destroy_process_group()


if __name__ == "__main__":
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29500", RANK="0", WORLD_SIZE="1")
    dist.init_process_group("gloo")  # as in a notebook or a test
    print("first part:", dist.get_world_size(), "rank", flush=True)
    dist.destroy_process_group()
    answers = mp.Manager().dict()
    mp.start_processes(serve, args=(answers,), nprocs=1, start_method="spawn")
    print("second part:", dict(answers))
    assert dict(answers) == {0: 1}
