"""LD_LIBRARY_PATH names the wheel's folder before the program starts."""

import ctypes
import os
import subprocess
import sys
from importlib.metadata import files

if len(sys.argv) == 1:  # start this program once more, with the variable
    wheel = files("nvidia-cuda-runtime-cu12")
    library = next(f.locate() for f in wheel if f.name == "libcudart.so.12")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    command = [sys.executable, __file__, "again"]
    child = subprocess.run(command, capture_output=True, text=True, env=environment)
    print(child.stdout, child.stderr)
    assert 12000 <= int(child.stdout) < 13000
else:
    version = ctypes.c_int()
    ctypes.CDLL("libcudart.so.12").cudaRuntimeGetVersion(ctypes.byref(version))
    print(version.value)
