"""NVIDIA's pip package nvidia-cuda-nvcc for CUDA 13: is nvcc in it, and does it run?"""

import subprocess
from importlib.metadata import distribution

package = distribution("nvidia-cuda-nvcc")
compilers = [file for file in package.files if file.name == "nvcc"]
print("nvidia-cuda-nvcc", package.version, "| nvcc:", *compilers)
nvcc = compilers[0].locate()
command = [nvcc, "--version"]
answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
print(answer.splitlines()[-2])
assert "release 13." in answer
