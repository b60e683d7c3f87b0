"""A driver that answers CUDA_ERROR_UNKNOWN: is that what is printed as 303?"""

import subprocess
import sys

PROGRAM = """
import tensorflow as tf
tf.config.list_physical_devices("GPU")
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stderr)
assert "failed call to cuInit" in child.stderr
assert "UNKNOWN ERROR (303)" in child.stderr
