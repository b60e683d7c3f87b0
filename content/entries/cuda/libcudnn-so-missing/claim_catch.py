"""Catch it: try and except around the call."""

import ctypes
import shutil
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
alone = shutil.copy(main, "libcudnn.so.9")  # the parts stay behind, as in ctranslate2's wheel
cudnn = ctypes.CDLL(f"./{alone}")
handle = ctypes.c_void_p()
try:
    cudnn.cudnnCreate(ctypes.byref(handle))
except BaseException as error:
    print("caught", type(error))
print("the program goes on without cuDNN")
