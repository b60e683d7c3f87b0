"""Any folder in CUDA_HOME makes the message go away; the build then looks for nvcc."""

import os

import no_toolkit

os.environ["CUDA_HOME"] = "/nowhere"
os.environ["TORCH_DONT_CHECK_COMPILER_ABI"] = "1"

from setuptools import Distribution
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

extension = CUDAExtension("demo", ["demo_kernel.cu"])
print("no complaint so far")
build = BuildExtension(Distribution({"ext_modules": [extension]}))
build.ensure_finalized()
build.run()
