"""Let TensorFlow look for its GPU libraries, as it does where there is a GPU; say which it could not load."""

import os
import re
import subprocess
import sys

# TensorFlow asks for them only once it has seen a GPU, so the function that asks is called by its name.
LOOK = """
import ctypes
import tensorflow as tf

maps = open("/proc/self/maps")
library = ctypes.CDLL(next(x.split()[-1] for x in maps if "libtensorflow_framework.so" in x))
look = library._ZN3tsl8internal9DsoLoader26MaybeTryDlopenGPULibrariesEv
look.argtypes, look.restype = [ctypes.c_void_p], ctypes.c_void_p
look(ctypes.create_string_buffer(64))
"""


def missing(before="", **variables):
    """The libraries that TensorFlow says it could not load, with its own messages switched on."""
    environment = {**os.environ, "TF_CPP_MAX_VLOG_LEVEL": "1", **variables}
    command = [sys.executable, "-c", before + LOOK]
    child = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    lines = [line for line in child.stderr.splitlines() if "dynamic library" in line]
    print(*lines, sep="\n")
    assert child.returncode == 0, child.stderr[-500:]
    return set(re.findall("dynamic library '([^']+)'", "\n".join(lines))) - {"libcuda.so.1"}
