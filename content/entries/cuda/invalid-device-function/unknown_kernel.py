"""Ask PyTorch's CUDA runtime about a kernel that nobody registered with it."""

import ctypes

import torch

torch.zeros(1, device="cuda")  # the runtime is loaded and has a context
runtime = ctypes.CDLL(f"libcudart.so.{torch.version.cuda.split('.')[0]}")  # the copy that PyTorch uses
attributes = ctypes.create_string_buffer(4096)
no_kernel = ctypes.create_string_buffer(4096)  # stands for a kernel of a library that has a runtime of its own


def ask():
    return runtime.cudaFuncGetAttributes(attributes, no_kernel)
