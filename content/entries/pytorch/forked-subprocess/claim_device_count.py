"""Ask device_count() instead of is_available(), then fork."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


print("device_count:", torch.cuda.device_count())
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(work, (1.0,))
