"""Which cuFFT does this PyTorch bring along? 10900 is the one of CUDA 11.8."""

import ctypes
import glob
import sysconfig

import torch

site = sysconfig.get_paths()["purelib"]
cufft = ctypes.CDLL(next(glob.iglob(site + "/nvidia/**/libcufft.so.*", recursive=True)))
version = ctypes.c_int()
cufft.cufftGetVersion(ctypes.byref(version))
print("torch", torch.__version__, "| CUDA", torch.version.cuda, "| cuFFT", version.value)
assert tuple(int(part) for part in torch.version.cuda.split(".")) >= (11, 8)
assert version.value >= 10900
