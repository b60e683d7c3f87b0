"""CUDA_HOME names the toolkit; PATH stays as it was."""

import subprocess
from importlib.metadata import files

nvcc = next(file for file in files("nvidia-cuda-nvcc") if file.name == "nvcc").locate()
environment = {"PATH": "/usr/bin:/bin", "CUDA_HOME": str(nvcc.parent.parent), "CUDA_PATH": str(nvcc.parent.parent)}

command = ["sh", "-c", "nvcc --version"]
answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
if answer.returncode:
    raise RuntimeError(answer.stderr.strip())
