"""The wheel's bin on PATH, and its lib for the linker: nvcc compiles and links."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

cuda = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate().parent.parent
environment = {**os.environ, "PATH": f"{cuda}/bin:/usr/bin:/bin", "LIBRARY_PATH": f"{cuda}/lib"}

command = ["sh", "-c", "nvcc --version"]
answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
Path("empty.cu").write_text("__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); return 0; }\n")
subprocess.run(["sh", "-c", "nvcc -o empty empty.cu"], env=environment, check=True)
assert Path("empty").stat().st_size > 0
