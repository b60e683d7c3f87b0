"""CUDA_HOME set before Python starts to import: the extension gets its paths."""

import os

from no_toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda", "13.0")

import torch
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print("torch.version.cuda:", torch.version.cuda, "| CUDA_HOME:", CUDA_HOME)
extension = CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
assert CUDA_HOME == os.environ["CUDA_HOME"]
assert f"{CUDA_HOME}/include" in extension.include_dirs
assert f"{CUDA_HOME}/lib64" in extension.library_dirs
