"""NCCL on a machine without a working driver: the code is 1 for any CUDA error, the warning names it."""

import ctypes
import os
import subprocess
import sys

import torch  # loads NCCL


class UniqueId(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_char * 128)]


if len(sys.argv) == 1:
    environment = dict(os.environ, NCCL_DEBUG="WARN")
    again = [sys.executable, os.path.abspath(__file__), "join"]
    answer = subprocess.run(again, env=environment, capture_output=True, text=True, errors="replace", check=False)
    said = answer.stdout + answer.stderr
    print(said)
    assert "code 1" in said
    assert "NCCL WARN Cuda failure 'CUDA driver version is insufficient for CUDA runtime version'" in said
else:
    site = os.path.dirname(os.path.dirname(torch.__file__))
    nccl = ctypes.CDLL(os.path.join(site, "nvidia/nccl/lib/libnccl.so.2"))
    nccl.ncclCommInitRank.argtypes = [ctypes.c_void_p, ctypes.c_int, UniqueId, ctypes.c_int]
    token, group = UniqueId(), ctypes.c_void_p()
    nccl.ncclGetUniqueId(ctypes.byref(token))
    print("code", nccl.ncclCommInitRank(ctypes.byref(group), 1, token, 0))
