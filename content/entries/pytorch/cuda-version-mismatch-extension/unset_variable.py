"""Without the old CUDA_HOME, the nvcc on the PATH decides."""

import os

import torch
from toolkit import commands, make_toolkit

new = make_toolkit("cuda-new", torch.version.cuda)
os.environ["PATH"] = f"{new}/bin:/usr/bin:/bin"
os.environ["CUDA_HOME"] = make_toolkit("cuda-10.2", "10.2")
del os.environ["CUDA_HOME"]

from build import build_extension

build_extension()
nvcc = commands()[0].split()[0]
print("compiled by", nvcc)
assert nvcc == f"{new}/bin/nvcc"
