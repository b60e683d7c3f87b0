"""A model on the GPU, then a pool of forked processes that use the GPU too."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


model = torch.nn.Linear(4, 2).to("cuda")
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(work, (1.0,))
