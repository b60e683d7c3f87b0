"""Set LD_LIBRARY_PATH inside the program."""

import ctypes
import os
from importlib.metadata import files

wheel = files("nvidia-cuda-runtime-cu12")
library = next(f.locate() for f in wheel if f.name == "libcudart.so.12")
os.environ["LD_LIBRARY_PATH"] = str(library.parent)
ctypes.CDLL("libcudart.so.12")
