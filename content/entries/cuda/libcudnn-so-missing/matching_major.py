"""A program for the cuDNN that is installed: the other file name, with its path."""

import ctypes
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
library = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
cudnn = ctypes.CDLL(str(library))
print("cuDNN", cudnn.cudnnGetVersion())
assert 90000 <= cudnn.cudnnGetVersion() < 100000
