"""The same file; the parts are loaded by their full path before it."""

import ctypes
from importlib.metadata import files

main = next(f.locate() for f in files("nvidia-cudnn-cu13") if f.name == "libcudnn.so.9")
for part in ("graph", "ops", "cnn", "adv"):
    ctypes.CDLL(str(main.parent / f"libcudnn_{part}.so.9"), mode=ctypes.RTLD_GLOBAL)

with open("libcudnn.so.9", "wb") as alone:  # the parts stay behind, as in ctranslate2's wheel
    alone.write(main.read_bytes())
cudnn = ctypes.CDLL("./libcudnn.so.9")
handle = ctypes.c_void_p()
status = cudnn.cudnnCreateTensorDescriptor(ctypes.byref(handle))
print("cuDNN", cudnn.cudnnGetVersion(), "| status", status)
assert status == 0 and handle.value
cudnn.cudnnCreate(ctypes.byref(handle))  # fails for want of a GPU, but no longer dies
