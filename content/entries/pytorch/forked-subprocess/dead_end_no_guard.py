"""spawn at the top of a script that has no `if __name__ == "__main__":`."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import torch

multiprocessing.set_start_method("spawn", force=True)
print("is_available:", torch.cuda.is_available())
with ProcessPoolExecutor(1) as pool:
    pool.submit(torch.zeros, 1).result()
