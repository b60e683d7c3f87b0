"""A CUDA toolkit on the paths, with nvcc and a libcudart: the driver is still missing."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

packages = Path(sysconfig.get_path("purelib"))
toolkit = Path("cuda-13.0").absolute()  # a stand-in with the runtime of NVIDIA's package
(toolkit / "bin").mkdir(parents=True)
(toolkit / "lib64").mkdir()
shutil.copy(next(packages.glob("nvidia/*/lib/libcudart.so.1*")), toolkit / "lib64")
nvcc = toolkit / "bin/nvcc"
nvcc.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.0'\n")
nvcc.chmod(0o755)
os.environ["CUDA_PATH"] = str(toolkit)
os.environ["PATH"] = f"{nvcc.parent}:{os.environ['PATH']}"

import cupy

print("nvcc:", subprocess.run(["nvcc"], capture_output=True, text=True, check=True).stdout.strip())
print("CUDA_PATH:", Path(os.environ["CUDA_PATH"]).name, "| driver:", cupy.cuda.runtime.driverGetVersion())
x = cupy.arange(3)
