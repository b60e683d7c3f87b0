"""cuSOLVER itself, called on a machine without a CUDA driver."""

import ctypes
import glob
import sysconfig

import torch

site = sysconfig.get_paths()["purelib"]
cusolver = ctypes.CDLL(next(glob.iglob(site + "/nvidia/**/libcusolver.so.*", recursive=True)))
handle = ctypes.c_void_p()
status = cusolver.cusolverDnCreate(ctypes.byref(handle))
print("torch", torch.__version__, "| cusolverDnCreate:", status)
assert status == 7, "not CUSOLVER_STATUS_INTERNAL_ERROR"
