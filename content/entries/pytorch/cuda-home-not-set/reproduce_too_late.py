"""Set the variable after the import, as one does in a notebook cell."""

import os

from no_toolkit import make_toolkit
from torch.utils.cpp_extension import CUDAExtension

os.environ["CUDA_HOME"] = make_toolkit("cuda", "13.0")
CUDAExtension("demo", ["demo.cpp", "demo_kernel.cu"])
