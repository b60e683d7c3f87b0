"""The first CUDA call of a program, to be run in a process of its own."""

import os


def first_cuda_call(late_path=None):
    if late_path:
        os.environ["LD_LIBRARY_PATH"] = late_path
    import torch  # here, so that only the new process loads it

    torch.zeros(3).cuda()
