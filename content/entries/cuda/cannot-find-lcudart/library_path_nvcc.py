"""The wheel's lib in LIBRARY_PATH."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

cuda = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate().parent.parent
Path("empty.cu").write_text("__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); return 0; }\n")
there = {**os.environ, "PATH": f"{cuda}/bin:/usr/bin:/bin", "LIBRARY_PATH": f"{cuda}/lib"}

command = ["sh", "-c", "nvcc -o empty empty.cu"]
answer = subprocess.run(command, env=there, capture_output=True, text=True)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
assert Path("empty").stat().st_size > 0
