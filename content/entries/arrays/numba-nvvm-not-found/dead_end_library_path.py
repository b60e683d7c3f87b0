"""Numba without numba-cuda; the folder of libnvvm.so is on LD_LIBRARY_PATH."""

import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

PROGRAM = "import without_numba_cuda; from kernel import compile_kernel; compile_kernel()"

folder = Path("nvvm/lib64").absolute()
folder.mkdir(parents=True)
library = next(file for file in distribution("nvidia-nvvm").files if file.name == "libnvvm.so.4")
(folder / "libnvvm.so").symlink_to(library.locate())

environment = {**os.environ, "LD_LIBRARY_PATH": str(folder), "CUDA_HOME": str(Path("gone").absolute())}
command = [sys.executable, "-c", PROGRAM]
child = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
print(child.stderr[-600:])
assert "RuntimeError: Missing libdevice file." in child.stderr
