"""The compiler is installed, in a folder that is not on PATH."""

import subprocess
from importlib.metadata import files

nvcc = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate()
assert nvcc.exists()

command = ["sh", "-c", "nvcc --version"]
answer = subprocess.run(command, env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
