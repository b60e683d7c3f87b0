"""Take the folder of the older libcuda.so.1 off the path."""

import multiprocessing
import os

from first_call import first_cuda_call, install_driver

if __name__ == "__main__":
    old = install_driver("compat", cuda=11080)
    host = install_driver("host", cuda=13020)
    os.environ["LD_LIBRARY_PATH"] = f"{old}:{host}".removeprefix(f"{old}:")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            pool.apply(first_cuda_call)
            answer = "a tensor on the GPU"
        except RuntimeError as error:
            answer = str(error)
    print(answer)
    assert "No CUDA GPUs are available" in answer  # asked for its GPUs, of which the simulated driver has none
