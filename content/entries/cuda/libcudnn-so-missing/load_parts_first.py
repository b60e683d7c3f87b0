"""The same file; the parts are loaded by their full path before it."""

import ctypes
import shutil
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
alone = shutil.copy(main, "libcudnn.so.9")  # the parts stay behind, as in ctranslate2's wheel
for part in ("graph", "ops", "cnn", "adv"):
    ctypes.CDLL(str(main.parent / f"libcudnn_{part}.so.9"), mode=ctypes.RTLD_GLOBAL)
cudnn = ctypes.CDLL(f"./{alone}")
handle = ctypes.c_void_p()
status = cudnn.cudnnCreateTensorDescriptor(ctypes.byref(handle))
print("cuDNN", cudnn.cudnnGetVersion(), "| status", status)
assert status == 0 and handle.value
cudnn.cudnnCreate(ctypes.byref(handle))  # fails for want of a GPU, but no longer dies
