"""libcudnn.so.9 without its parts beside it: the first call of every framework."""

import ctypes
import shutil
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
alone = shutil.copy(main, "libcudnn.so.9")  # the parts stay behind, as in ctranslate2's wheel
cudnn = ctypes.CDLL(f"./{alone}")
handle = ctypes.c_void_p()
cudnn.cudnnCreate(ctypes.byref(handle))
