"""Numba without numba-cuda; CUDA_HOME names a toolkit that is no longer there."""

import os

import without_numba_cuda

os.environ["CUDA_HOME"] = "/usr/local/cuda-9.0-removed"

from kernel import compile_kernel

compile_kernel()
