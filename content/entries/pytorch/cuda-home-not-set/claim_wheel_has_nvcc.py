"""Look for nvcc in everything that was installed with a CUDA build of PyTorch."""

import sysconfig
from pathlib import Path

import torch

packages = Path(sysconfig.get_paths()["purelib"])
libraries = [path for path in packages.rglob("libcudart*.so*")]
compilers = [path for path in packages.rglob("nvcc") if path.is_file()]
print("torch", torch.__version__, "| CUDA runtimes:", len(libraries))
print("nvcc found:", compilers)
assert compilers
