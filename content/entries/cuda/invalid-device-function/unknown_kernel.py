"""Ask PyTorch's CUDA runtime for a kernel that nobody registered with it."""

import ctypes

import torch

torch.zeros(1, device="cuda")  # the runtime is loaded and has a context
runtime = ctypes.CDLL(f"libcudart.so.{torch.version.cuda.split('.')[0]}")  # the copy that PyTorch uses
found = ctypes.c_void_p()
host_function = ctypes.create_string_buffer(64)  # its address stands for a kernel of a library with its own runtime


def ask():
    """It only looks the address up; cudaFuncGetAttributes of CUDA 13 takes an unknown one for a kernel, and uses it."""
    return runtime.cudaGetFuncBySymbol(ctypes.byref(found), host_function)
