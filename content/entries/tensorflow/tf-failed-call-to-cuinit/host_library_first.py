"""The same two libraries; the host's folder comes first, as when compat is not exported."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import tensorflow as tf
print("GPUs:", tf.config.list_physical_devices("GPU"))
"""

host = os.environ["LD_LIBRARY_PATH"].split(":")[0]
compat = Path("compat").absolute()
compat.mkdir()
shutil.copy(f"{host}/libcuda.so.1", compat)
(compat / "simulated-driver.txt").write_text("SIMULATED_CUINIT=100\n")

environment = {**os.environ, "LD_LIBRARY_PATH": f"{host}:{compat}"}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert child.returncode == 0 and child.stdout == "GPUs: []\n"
assert "cuInit" not in child.stderr
