"""Numba without numba-cuda; in the toolkit that CUDA_HOME names, libnvvm.so.4.0.0 is an empty file."""

import os
from pathlib import Path

import without_numba_cuda

library = Path("cuda-12.1/nvvm/lib64/libnvvm.so.4.0.0").absolute()
library.parent.mkdir(parents=True)
library.touch()
os.environ["CUDA_HOME"] = str(library.parents[2])

from kernel import compile_kernel

compile_kernel()
