"""The driver says "CUDA Version: 12.4". Is there a CUDA 12 runtime library, then?"""

import ctypes

version = ctypes.c_int()
ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version))
print("the driver supports CUDA", version.value // 1000, version.value % 1000 // 10)
ctypes.CDLL("libcudart.so.12")
