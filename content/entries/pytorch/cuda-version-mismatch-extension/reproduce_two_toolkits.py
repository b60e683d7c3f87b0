"""nvcc on the PATH is the right one; CUDA_HOME still names the old toolkit."""

import os

import torch
from toolkit import make_toolkit

new = make_toolkit("cuda-new", torch.version.cuda)
os.environ["PATH"] = f"{new}/bin:/usr/bin:/bin"
os.environ["CUDA_HOME"] = make_toolkit("cuda-10.2", "10.2")

from build import build_extension

print("nvcc on the PATH:", torch.version.cuda, "| CUDA_HOME:", os.environ["CUDA_HOME"])
build_extension()
