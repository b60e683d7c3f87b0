"""CUDA 13: the header of NVTX 2."""

from toolkit import compile_with, cuda

compile_with(str(cuda / "bin" / "nvcc"), header="nvToolsExt.h", suffix=".cu")
