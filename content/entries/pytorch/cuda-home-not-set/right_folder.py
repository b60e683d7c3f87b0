"""CUDA_HOME names the toolkit itself: the build gets as far as nvcc and beyond."""

import os

from no_toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda", "9.9")
os.environ["TORCH_DONT_CHECK_COMPILER_ABI"] = "1"

from setuptools import Distribution
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

extension = CUDAExtension("demo", ["demo_kernel.cu"])
build = BuildExtension(Distribution({"ext_modules": [extension]}))
build.ensure_finalized()
try:
    build.run()
except RuntimeError as error:  # nvcc was asked, and it is the stand-in that answered
    answer = str(error)
print(answer)
assert "detected CUDA version" in answer and "9.9" in answer
