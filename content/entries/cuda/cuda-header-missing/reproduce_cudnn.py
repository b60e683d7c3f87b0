"""A toolkit without cuDNN."""

from toolkit import compile_with, cuda

compile_with(str(cuda / "bin" / "nvcc"), header="cudnn.h", suffix=".cu")
