"""nvcc from pip's wheels for CUDA 13: its libraries lie in lib, and it looks into lib64."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

cuda = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate().parent.parent
assert (cuda / "lib/libcudart_static.a").exists() and not (cuda / "lib64").exists()
Path("empty.cu").write_text("__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); return 0; }\n")
there = {**os.environ, "PATH": f"{cuda}/bin:/usr/bin:/bin", "LIBRARY_PATH": ""}

command = ["sh", "-c", "nvcc -o empty empty.cu"]
answer = subprocess.run(command, env=there, capture_output=True, text=True)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
