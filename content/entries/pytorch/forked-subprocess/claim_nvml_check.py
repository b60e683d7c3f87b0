"""is_available() in the parent, answered by NVML, then a forked child on the GPU."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


available = torch.cuda.is_available()
with multiprocessing.get_context("fork").Pool(1) as pool:
    result = pool.apply(work, (1.0,))
print("is_available:", available, "| from the child:", result)
assert available and result == 1.0
