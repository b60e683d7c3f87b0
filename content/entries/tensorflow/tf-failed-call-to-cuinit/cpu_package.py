"""The same program with the package tensorflow-cpu."""

import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
x = tf.ones((2, 2)) @ tf.ones((2, 2))
print(x.device, x.numpy().tolist())
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "cuInit" not in child.stderr and "cuda drivers" not in child.stderr
assert "CPU:0 [[2.0, 2.0], [2.0, 2.0]]" in child.stdout
