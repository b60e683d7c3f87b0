"""The toolkit that is found has another major version than PyTorch was built with."""

import os

from toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda-10.2", "10.2")

import torch
from build import build_extension

print("torch was built with CUDA", torch.version.cuda, "| nvcc says 10.2")
build_extension()
