"""What nvcc supports is written in nvcc: no driver is asked, or even there."""

import ctypes.util

from toolkit import ask, compile_kernel

print("driver on this machine:", ctypes.util.find_library("cuda"))
print("what nvcc knows:", *ask("--list-gpu-arch").split())
compile_kernel("-gencode=arch=compute_70,code=sm_70", "-cubin")
