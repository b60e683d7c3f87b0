"""The host's driver is new enough; an older libcuda.so.1 stands before it on the path."""

import multiprocessing
import os

from first_call import first_cuda_call, install_driver

if __name__ == "__main__":
    old = install_driver("compat", cuda=11080)
    host = install_driver("host", cuda=13020)
    os.environ["LD_LIBRARY_PATH"] = f"{old}:{host}"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(first_cuda_call)
