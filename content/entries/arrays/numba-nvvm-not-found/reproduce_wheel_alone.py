"""Numba without numba-cuda: does it look into the wheel nvidia-nvvm, which is installed?"""

import os
from importlib.metadata import distribution

import without_numba_cuda

os.environ["CUDA_HOME"] = "/nonexistent"  # so that no toolkit of this machine is found

from numba.cuda.cuda_paths import get_cuda_paths

files = [file.locate() for file in distribution("nvidia-nvvm").files]
assert any(file.name == "libnvvm.so.4" and file.exists() for file in files)
found = get_cuda_paths()
print(found["nvvm"], found["libdevice"])
assert found["nvvm"].info is None and found["libdevice"].info is None
