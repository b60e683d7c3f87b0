"""TF_CPP_MIN_LOG_LEVEL=2, which many scripts set to silence TensorFlow."""

import os
import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

# Without the folder of the stand-in driver there is no libcuda.so.1 on this machine.
environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
environment["TF_CPP_MIN_LOG_LEVEL"] = "2"
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: UNKNOWN ERROR (303)" in child.stderr
