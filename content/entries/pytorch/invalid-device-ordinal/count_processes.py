"""As many processes as GPUs, as `torchrun --nproc_per_node=gpu` starts them."""

import os

import torch
import torch.multiprocessing as mp


def train(local_rank, answers):
    os.environ["LOCAL_RANK"] = str(local_rank)
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    answers[local_rank] = torch.zeros(1, device="cuda").device.index


if __name__ == "__main__":
    answers = mp.get_context("spawn").Manager().dict()
    count = torch.cuda.device_count()
    print("GPUs:", count, "| the first:", torch.cuda.get_device_name(0))
    mp.spawn(train, args=(answers,), nprocs=count)
    print("device of each process:", dict(answers))
    assert dict(answers) == {rank: rank for rank in range(count)} and count > 0
