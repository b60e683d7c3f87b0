"""A driver is installed, and its nvidia-smi says CUDA 13.0; there is still no nvcc."""

import os
import subprocess
from pathlib import Path

import no_toolkit

smi = Path("driver", "nvidia-smi").absolute()  # a stand-in: what matters is what it prints
smi.parent.mkdir()
smi.write_text("#!/bin/sh\necho 'Driver Version: 580.65.06     CUDA Version: 13.0'\n")
smi.chmod(0o755)
os.environ["PATH"] = str(smi.parent)
answer = subprocess.run([smi], capture_output=True, text=True, check=True).stdout

from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print(answer.strip(), "| CUDA_HOME:", CUDA_HOME)
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
