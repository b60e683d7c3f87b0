"""set_start_method('spawn', force=True), but the pool was made before."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


print("is_available:", torch.cuda.is_available())
multiprocessing.set_start_method("fork")  # the default on Linux before Python 3.14
with multiprocessing.Pool(1) as pool:
    multiprocessing.set_start_method("spawn", force=True)
    print("start method:", multiprocessing.get_start_method())
    pool.apply(work, (1.0,))
