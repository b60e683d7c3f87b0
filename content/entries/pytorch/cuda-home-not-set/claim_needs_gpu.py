"""No GPU, no driver, but a toolkit: does the error come?"""

import os

from no_toolkit import make_toolkit

os.environ["CUDA_HOME"] = make_toolkit("cuda", "13.0")

import torch
from torch.utils.cpp_extension import CUDAExtension

print("is_available:", torch.cuda.is_available())
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
