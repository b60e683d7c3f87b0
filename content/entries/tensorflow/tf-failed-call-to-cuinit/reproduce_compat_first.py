"""Two libcuda.so.1: a working one, and before it on the path one that finds no device."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

host = os.environ["LD_LIBRARY_PATH"].split(":")[0]  # this libcuda.so.1 answers cuInit with 0
compat = Path("compat").absolute()
compat.mkdir()
shutil.copy(f"{host}/libcuda.so.1", compat)
(compat / "simulated-driver.txt").write_text("SIMULATED_CUINIT=100\n")

environment = {**os.environ, "LD_LIBRARY_PATH": f"{compat}:{host}"}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: CUDA_ERROR_NO_DEVICE" in child.stderr
