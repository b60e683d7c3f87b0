"""Set LD_LIBRARY_PATH inside the program, before its first CUDA call."""

import multiprocessing
import os

from loader import first_cuda_call

if __name__ == "__main__":
    folder_of_libcuda = os.environ.pop("LD_LIBRARY_PATH")
    assert os.path.exists(os.path.join(folder_of_libcuda.split(":")[0], "libcuda.so.1"))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(first_cuda_call, [folder_of_libcuda])
