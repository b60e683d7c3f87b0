"""The same major version, another minor one."""

import os

import torch
from toolkit import make_toolkit

major = torch.version.cuda.split(".")[0]
os.environ["CUDA_HOME"] = make_toolkit("cuda", f"{major}.9")

from build import build_extension

print("torch was built with CUDA", torch.version.cuda, "| nvcc says", f"{major}.9")
build_extension()
