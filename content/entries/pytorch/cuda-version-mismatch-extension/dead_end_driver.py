"""The driver says that it supports PyTorch's CUDA version; nvcc is as old as before."""

import os
import subprocess
from pathlib import Path

import torch
from toolkit import make_toolkit

smi = Path("driver", "nvidia-smi").absolute()  # a stand-in: what matters is what it prints
smi.parent.mkdir()
smi.write_text(f"#!/bin/sh\necho 'CUDA Version: {torch.version.cuda}'\n")
smi.chmod(0o755)
os.environ["PATH"] = f"{smi.parent}:/usr/bin:/bin"
os.environ["CUDA_HOME"] = make_toolkit("cuda-10.2", "10.2")

from build import build_extension

answer = subprocess.run(["nvidia-smi"], capture_output=True, text=True, check=True)
print("nvidia-smi:", answer.stdout.strip(), "| nvcc: 10.2")
build_extension()
