"""Start a Python in which NVRTC lies in a folder of its own, with or without its builtins library."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

PROGRAM = """
import ctypes, sys
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
from kernel import compile_kernel
print(compile_kernel('extern "C" __global__ void set(float *x) { x[0] = 1; }'))
"""


def compile_with(*names):
    """Copy these files of the wheel and compile with them."""
    folder = Path("nvrtc").absolute()
    folder.mkdir()
    for file in distribution("nvidia-cuda-nvrtc").files:
        if file.name.startswith(names):
            shutil.copy(file.locate(), folder / file.name)
    library = next(folder.glob("libnvrtc.so.*"))
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
    command = [sys.executable, "-c", PROGRAM, str(library)]
    child = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    print(child.stdout, child.stderr[-700:])
    return child.stdout, child.stderr
