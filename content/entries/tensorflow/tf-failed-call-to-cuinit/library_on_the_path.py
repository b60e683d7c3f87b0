"""Name the folder of libcuda.so.1 in LD_LIBRARY_PATH, as for /usr/lib/wsl/lib."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

given = os.environ["LD_LIBRARY_PATH"].split(":")[0]
folder = Path("wsl/lib").absolute()  # a folder that the loader does not search by itself
folder.mkdir(parents=True)
shutil.copy(f"{given}/libcuda.so.1", folder)

environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert child.returncode == 0 and child.stdout == "GPUs: []\n"
assert "cuInit" not in child.stderr
