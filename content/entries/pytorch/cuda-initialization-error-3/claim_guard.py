"""CUDA is started without PyTorch, the process is forked, PyTorch is used in the child (simulated driver)."""

import ctypes
import multiprocessing


def first_cuda_call():
    import torch

    torch.zeros(3).cuda()


if __name__ == "__main__":
    driver = ctypes.CDLL("libcuda.so.1")
    assert driver.cuInit(0) == 0
    with multiprocessing.get_context("fork").Pool(1) as pool:
        pool.apply(first_cuda_call)
