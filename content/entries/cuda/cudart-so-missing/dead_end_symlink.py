"""A link with the wanted name to the version that is there, in a folder that is searched."""

import os
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

wheel = files("nvidia-cuda-runtime")
library = next(f.locate() for f in wheel if f.name == "libcudart.so.13")
folder = Path("lib").absolute()
folder.mkdir()
(folder / "libcudart.so.12").symlink_to(library)

environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
command = [sys.executable, "reproduce_other_major.py"]
child = subprocess.run(command, capture_output=True, text=True, env=environment)
print(child.stderr.splitlines()[-1])
assert child.returncode == 1
assert "version `libcudart.so.12' not found (required by" in child.stderr
