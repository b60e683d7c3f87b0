"""Another package has loaded a cuBLAS of its own before torch is imported."""

import ctypes
import glob
import os
import shutil
import sysconfig

site = sysconfig.get_paths()["purelib"]
own = os.path.realpath(next(glob.iglob(site + "/nvidia/**/libcublas.so.*", recursive=True)))
ctypes.CDLL(own.replace("libcublas.so", "libcublasLt.so"), mode=ctypes.RTLD_GLOBAL)
os.mkdir("other-package")
other = os.path.abspath(shutil.copy(own, "other-package"))
ctypes.CDLL(other, mode=ctypes.RTLD_GLOBAL)

import torch

loaded = sorted({line.split()[-1] for line in open("/proc/self/maps") if "libcublas.so" in line})
print("torch", torch.__version__, "| own" if own in loaded else "| not its own", *loaded, sep="\n")
assert own in loaded, "PyTorch's own cuBLAS is not loaded at all"
assert loaded == [own], "two in one process"
