"""CUDA_HOME names a toolkit of PyTorch's own CUDA version: the check passes."""

import os

import torch
from toolkit import commands, make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda-new", torch.version.cuda)

from build import build_extension

build_extension()
nvcc = commands()[0].split()[0]
print("torch was built with CUDA", torch.version.cuda, "| compiled by", nvcc)
assert nvcc == f"{os.environ['CUDA_HOME']}/bin/nvcc"
assert any("-lcudart" in line for line in commands())
