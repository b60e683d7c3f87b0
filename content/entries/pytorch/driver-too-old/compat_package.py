"""A newer libcuda.so.1, as cuda-compat brings it, before that of an old driver."""

import multiprocessing
import os

from first_call import install_driver


def first_cuda_call():
    import torch  # here, so that only the new process loads it

    torch.zeros(3).cuda()


if __name__ == "__main__":
    host = install_driver("host", cuda=11040)
    compat = install_driver("compat", cuda=13020)
    os.environ["LD_LIBRARY_PATH"] = f"{compat}:{host}"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            pool.apply(first_cuda_call)
            answer = "a tensor on the GPU"
        except RuntimeError as error:
            answer = str(error)
    print(answer)
    assert "too old" not in answer
    assert "No CUDA GPUs are available" in answer
