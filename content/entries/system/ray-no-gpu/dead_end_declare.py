"""A GPU that is not there, declared: the task starts, and fails where it uses the GPU."""

import ctypes
import os

import ray

ray.init(num_gpus=1)


@ray.remote(num_gpus=1)
def on_a_gpu():
    print("CUDA_VISIBLE_DEVICES:", os.environ.get("CUDA_VISIBLE_DEVICES"))
    ctypes.CDLL("libcuda.so.1")


ray.get(on_a_gpu.remote())
