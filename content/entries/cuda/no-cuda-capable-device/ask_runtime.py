"""The first question of every CUDA program, asked of the CUDA runtime: how many devices are there?"""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
library = next(packages.glob("nvidia/*/lib/libcudart.so.1*"))
print(ctypes.CDLL(str(library)).cudaGetDeviceCount(ctypes.byref(ctypes.c_int())))
