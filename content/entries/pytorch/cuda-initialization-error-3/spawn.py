"""The child is started anew, and knows nothing of the parent's CUDA."""

import ctypes
import multiprocessing


def first_cuda_call():
    import torch

    x = torch.zeros(3).cuda()
    return str(x.device)


if __name__ == "__main__":
    driver = ctypes.CDLL("libcuda.so.1")
    assert driver.cuInit(0) == 0
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        device = pool.apply(first_cuda_call)
    print("in the child:", device)
    assert device == "cuda:0"
