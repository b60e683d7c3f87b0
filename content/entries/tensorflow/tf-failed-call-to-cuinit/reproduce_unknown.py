"""The driver library is there and answers cuInit with 999: it cannot talk to its kernel part."""

import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: CUDA_ERROR_UNKNOWN" in child.stderr
assert child.stdout == "GPUs: []\n"
