"""Set LD_LIBRARY_PATH inside the program that needs it."""

import ctypes
import os

from wsl import install

os.environ["LD_LIBRARY_PATH"] = install()
driver = ctypes.CDLL("libcuda.so.1")
