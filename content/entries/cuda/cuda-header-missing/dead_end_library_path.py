"""CUDA's folders in PATH, LD_LIBRARY_PATH and CUDA_HOME."""

import os

from toolkit import compile_with, cuda

compile_with(
    "g++",
    header="cuda_runtime.h",
    PATH=os.pathsep.join([str(cuda / "bin"), str(cuda / "include"), os.environ["PATH"]]),
    LD_LIBRARY_PATH=os.pathsep.join([str(cuda / "lib"), str(cuda / "include")]),
    CUDA_HOME=str(cuda),
)
