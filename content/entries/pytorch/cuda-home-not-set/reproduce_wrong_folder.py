"""CUDA_HOME names the toolkit's bin folder; the search believes it, the build does not."""

import os

from no_toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda", "13.0") + "/bin"
os.environ["TORCH_DONT_CHECK_COMPILER_ABI"] = "1"  # go on without asking for a compiler

from setuptools import Distribution
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

extension = CUDAExtension("demo", ["demo_kernel.cu"])
build = BuildExtension(Distribution({"ext_modules": [extension]}))
build.ensure_finalized()
build.run()
