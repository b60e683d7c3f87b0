"""A machine without a driver: what the child says once it is spawned, not forked."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


if __name__ == "__main__":
    print("is_available:", torch.cuda.is_available())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(work, (1.0,))
