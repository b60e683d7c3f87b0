"""The driver library is on the disk, in a folder where the loader does not look."""

import multiprocessing
import os

from loader import first_cuda_call

if __name__ == "__main__":
    os.environ.pop("LD_LIBRARY_PATH")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(first_cuda_call)
