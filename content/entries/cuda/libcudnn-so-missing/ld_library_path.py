"""The same file; LD_LIBRARY_PATH names the folder that has all parts."""

import ctypes
import os
import shutil
import subprocess
import sys
from importlib.metadata import files

wheel = files("nvidia-cudnn-cu13")
main = next(f.locate() for f in wheel if f.name == "libcudnn.so.9")
alone = shutil.copy(main, "libcudnn.so.9")  # the parts stay behind, as in ctranslate2's wheel
if len(sys.argv) == 1:  # start this program once more, with the variable
    environment = {**os.environ, "LD_LIBRARY_PATH": str(main.parent)}
    command = [sys.executable, __file__, "again"]
    child = subprocess.run(command, capture_output=True, text=True, env=environment)
    print(child.stdout, child.stderr)
    assert child.stdout == "status 0\n"
else:
    cudnn = ctypes.CDLL(f"./{alone}")
    handle = ctypes.c_void_p()
    print("status", cudnn.cudnnCreateTensorDescriptor(ctypes.byref(handle)))
    cudnn.cudnnCreate(ctypes.byref(handle))  # fails for want of a GPU, but no longer dies
