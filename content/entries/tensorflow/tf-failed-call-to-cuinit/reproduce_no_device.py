"""The driver library is there and answers cuInit with 100: no device for this process."""

import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: CUDA_ERROR_NO_DEVICE" in child.stderr
assert child.stdout == "GPUs: []\n"
