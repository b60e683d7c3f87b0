"""No variable at all: nvcc on the PATH is found, and the toolkit around it."""

import os

from no_toolkit import make_toolkit

toolkit = make_toolkit("cuda", "13.0")
os.environ["PATH"] = f"{toolkit}/bin:/usr/bin:/bin"

from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

print("CUDA_HOME:", CUDA_HOME)
extension = CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
assert CUDA_HOME == toolkit
assert f"{toolkit}/include" in extension.include_dirs
