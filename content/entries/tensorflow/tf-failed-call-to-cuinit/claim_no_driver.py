"""Is the line about CUDA drivers gone once the driver library answers?"""

import subprocess
import sys

PROGRAM = """
import ctypes
ctypes.CDLL("libcuda.so.1").cuInit(0) == 0 or exit("the driver library does not answer")
import tensorflow as tf
tf.config.list_physical_devices("GPU")
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stderr)
assert child.returncode == 0
assert "Could not find cuda drivers" not in child.stderr
