"""Ask TensorFlow for its GPUs on a machine that has no CUDA driver library."""

import os
import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

# Without the folder of the stand-in driver there is no libcuda.so.1 on this machine.
environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: UNKNOWN ERROR (303)" in child.stderr
assert child.stdout == "GPUs: []\n"
