"""The pip package for CUDA 12, with all of its folders on PATH: it holds ptxas and no nvcc."""

import subprocess
from importlib.metadata import files

ptxas = next(file for file in files("nvidia-cuda-nvcc-cu12") if file.name == "ptxas").locate()
print(sorted(file.name for file in ptxas.parent.iterdir()))

subprocess.run(["nvcc", "--version"], env={"PATH": f"{ptxas.parent}:/usr/bin:/bin"}, check=True)
