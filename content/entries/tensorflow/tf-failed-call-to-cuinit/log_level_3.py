"""TF_CPP_MIN_LOG_LEVEL=3: log lines of level E are no longer printed."""

import os
import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
x = tf.ones((2, 2)) @ tf.ones((2, 2))
print(x.device, x.numpy().tolist())
"""

# Without the folder of the stand-in driver there is no libcuda.so.1 on this machine.
environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
environment["TF_CPP_MIN_LOG_LEVEL"] = "3"
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "cuInit" not in child.stderr
assert "CPU:0 [[2.0, 2.0], [2.0, 2.0]]" in child.stdout
