"""Set LD_LIBRARY_PATH inside the program."""

import ctypes
import os
from importlib.metadata import files

library = next(file.locate() for file in files("nvidia-cublas-cu12") if file.name == "libcublas.so.12")
os.environ["LD_LIBRARY_PATH"] = str(library.parent)
ctypes.CDLL("libcublas.so.12")
