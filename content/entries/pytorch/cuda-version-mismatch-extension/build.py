"""What `setup.py build_ext` does for an extension with one CUDA file."""

from setuptools import Distribution
from torch.utils.cpp_extension import BuildExtension, CUDAExtension


def build_extension():
    extension = CUDAExtension("demo", ["demo_kernel.cu"])
    command = BuildExtension(Distribution({"ext_modules": [extension]}), use_ninja=False)
    command.ensure_finalized()
    command.run()
