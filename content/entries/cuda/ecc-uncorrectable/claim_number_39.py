"""What does the CUDA runtime of today call number 39?"""

import ctypes
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
runtime = ctypes.CDLL(str(next(packages.glob("nvidia/*/lib/libcudart.so.1*"))))
runtime.cudaGetErrorName.restype = ctypes.c_char_p
names = {number: runtime.cudaGetErrorName(number).decode() for number in (39, 214)}
print(names)
assert names[214] == "cudaErrorECCUncorrectable"
assert names[39] == "cudaErrorECCUncorrectable"
