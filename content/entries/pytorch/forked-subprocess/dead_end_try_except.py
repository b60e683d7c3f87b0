"""set_start_method('spawn') inside try/except, after something has fixed the method."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


lock = multiprocessing.Lock()  # a library may do this on import: now the method is fixed
try:
    multiprocessing.set_start_method("spawn")
except RuntimeError as error:
    print("swallowed:", error)
print("start method:", multiprocessing.get_start_method())
print("is_available:", torch.cuda.is_available())
with multiprocessing.Pool(1) as pool:
    pool.apply(work, (1.0,))
