"""An extension compiled for the old C++ strings, in a torch that has the new ones."""

import ctypes

import torch
from extension import make_extension

print("torch", torch.__version__, "| new strings:", torch._C._GLIBCXX_USE_CXX11_ABI)
path = make_extension("demo_extension.so", "_ZN3c105ErrorC2ENS_14SourceLocationESs")
ctypes.CDLL(path)
