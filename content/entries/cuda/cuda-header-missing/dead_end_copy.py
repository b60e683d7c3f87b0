"""Copy the one header that is named."""

import shutil
from pathlib import Path

from toolkit import compile_with, cuda

Path("copied").mkdir()
shutil.copy(cuda / "include" / "cuda_runtime.h", "copied")

compile_with("g++", header="cuda_runtime.h", CPATH="copied")
