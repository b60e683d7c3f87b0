"""Catch the error and try again in the same process, after the GPU has been reset."""

import ctypes
import os

import torch

try:
    torch.full((3,), 1.0, device="cuda")
except RuntimeError as fault:
    print("first try:", str(fault)[-44:])
os.environ["SIMULATED_CUINIT"] = "0"  # somebody has reset the (simulated) GPU
print("the driver is healthy again:", ctypes.CDLL("libcuda.so.1").cuInit(0) == 0)
x = torch.full((3,), 1.0, device="cuda")
