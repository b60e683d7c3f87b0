"""After the line: train a small model on the CPU and look at the result."""

import os
import subprocess
import sys

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
x = tf.constant([[1.0], [2.0], [3.0]])
w = tf.Variable([[0.0]])
for _ in range(60):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ w - 2.0 * x) ** 2)
    w.assign_sub(0.05 * tape.gradient(loss, w))
print(w.device, round(w.numpy().item(), 3))
"""

# Without the folder of the stand-in driver there is no libcuda.so.1 on this machine.
environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: UNKNOWN ERROR (303)" in child.stderr
assert child.returncode == 0 and "CPU:0 2.0" in child.stdout
