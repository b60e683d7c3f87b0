"""A CUDA toolkit where build tools look for one: nvcc answers, PyTorch does not change."""

import os
import subprocess
from pathlib import Path

toolkit = Path("cuda-13.0").absolute()  # a stand-in: only its presence is looked at
(toolkit / "bin").mkdir(parents=True)
(toolkit / "lib64").mkdir()
nvcc = toolkit / "bin" / "nvcc"
nvcc.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.0'\n")
nvcc.chmod(0o755)
os.environ["CUDA_HOME"] = str(toolkit)
os.environ["PATH"] = f"{nvcc.parent}{os.pathsep}{os.environ['PATH']}"
os.environ["LD_LIBRARY_PATH"] = str(toolkit / "lib64")

import torch
from torch.utils.cpp_extension import CUDA_HOME

nvcc_says = subprocess.run(["nvcc"], capture_output=True, text=True, check=True).stdout
print("nvcc:", nvcc_says.strip())
print("torch.version.cuda:", torch.version.cuda, "| toolkit PyTorch sees:", CUDA_HOME)
x = torch.zeros(3, device="cuda")
