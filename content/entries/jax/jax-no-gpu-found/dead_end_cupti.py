"""pip install nvidia-cuda-cupti: it is installed, and the file can be loaded. Still the same."""

import ctypes
import subprocess
import sys
from importlib.metadata import files, version

PROGRAM = """
import jax
jax.devices()
"""

name = "nvidia-cuda-cupti"
library = next(f.locate() for f in files(name) if f.name.startswith("libcupti.so"))
number = ctypes.c_uint32()
status = ctypes.CDLL(str(library)).cuptiGetVersion(ctypes.byref(number))
print(name, version(name), "| loaded:", library.name, "| cuptiGetVersion answers", status)
assert status == 999  # CUPTI_ERROR_UNKNOWN

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
assert "RuntimeError: Unable to load cuPTI. Is it installed?" in child.stderr
