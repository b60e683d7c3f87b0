"""Copy the one file that the message names."""

import ctypes
import shutil
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
alone = shutil.copy(main, "libcudnn.so.9")  # the parts stay behind, as in ctranslate2's wheel
shutil.copy(main.with_name("libcudnn_ops.so.9"), "libcudnn_ops.so.9")
cudnn = ctypes.CDLL(f"./{alone}")
handle = ctypes.c_void_p()
cudnn.cudnnCreate(ctypes.byref(handle))
