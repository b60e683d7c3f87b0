"""CUDA_HOME and PATH name a toolkit that has the library."""

import os
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

wheel = files("nvidia-cuda-runtime-cu12")
library = next(f.locate() for f in wheel if f.name == "libcudart.so.12")
toolkit = Path("cuda-12.4").absolute()
(toolkit / "bin").mkdir(parents=True)
(toolkit / "lib64").symlink_to(library.parent)
assert (toolkit / "lib64/libcudart.so.12").exists()

environment = {**os.environ, "CUDA_HOME": str(toolkit), "CUDA_PATH": str(toolkit)}
environment["PATH"] = f"{toolkit}/bin:{os.environ['PATH']}"
command = [sys.executable, "-c", "import ctypes; ctypes.CDLL('libcudart.so.12')"]
child = subprocess.run(command, capture_output=True, text=True, env=environment)
print(child.stderr)
assert "OSError: libcudart.so.12: cannot open shared object file" in child.stderr
