"""The same library, loaded in the way that an import begins with."""

import ctypes

import torch
from extension import make_extension

print("torch", torch.__version__)
path = make_extension("demo_extension.so", "_ZN3c104cuda9SetDeviceEa")
ctypes.CDLL(path)
