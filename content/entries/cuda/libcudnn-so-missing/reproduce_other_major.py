"""A program for cuDNN 8 on a machine with cuDNN 9."""

import ctypes
from importlib.metadata import version

print("nvidia-cudnn-cu13", version("nvidia-cudnn-cu13"))
ctypes.CDLL("libcudnn.so.8")
