"""The same with cuDNN 8, which has other parts and other words."""

import ctypes
import shutil
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu12")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.8")
alone = shutil.copy(main, "libcudnn.so.8")  # the parts stay behind, as in ctranslate2's wheel
cudnn = ctypes.CDLL(f"./{alone}")
handle = ctypes.c_void_p()
cudnn.cudnnCreate(ctypes.byref(handle))
