"""The parent puts nothing on a GPU; it only asks whether there is one, and forks."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


print("is_available:", torch.cuda.is_available())
print("initialised in the parent:", torch.cuda.is_initialized())
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(work, (1.0,))
