"""The same library, asking for the names that this torch has."""

import ctypes

import torch
from extension import NAME, make_extension

print("torch", torch.__version__)
path = make_extension("demo_extension.so")
loaded = ctypes.CDLL(path)
assert getattr(loaded, NAME[:-1].decode())
