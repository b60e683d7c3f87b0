"""LD_LIBRARY_PATH names the wheel's folder before the program starts."""

import ctypes
import os
import subprocess
import sys
from importlib.metadata import files

if len(sys.argv) == 1:  # start this program once more, with the variable
    library = next(file.locate() for file in files("nvidia-cublas-cu12") if file.name == "libcublas.so.12")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    command = [sys.executable, __file__, "again"]
    answer = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    print(answer)
    assert 12000 <= int(answer) < 13000
else:
    print(ctypes.CDLL("libcublas.so.12").cublasGetCudartVersion())
