"""Numba without numba-cuda; CUDA_HOME names a folder that holds a toolkit's nvvm."""

import os
from importlib.metadata import distribution
from pathlib import Path

import without_numba_cuda

# A toolkit's layout, with the files of NVIDIA's wheel.
wheel = {file.name: file.locate() for file in distribution("nvidia-nvvm").files}
toolkit = Path("cuda-13.5").absolute()
for folder in ("nvvm/lib64", "nvvm/libdevice"):
    (toolkit / folder).mkdir(parents=True)
(toolkit / "nvvm/lib64/libnvvm.so.4").symlink_to(wheel["libnvvm.so.4"])
(toolkit / "nvvm/libdevice/libdevice.10.bc").symlink_to(wheel["libdevice.10.bc"])
os.environ["CUDA_HOME"] = str(toolkit)

from kernel import compile_kernel

ptx = compile_kernel()
print(ptx)
assert ".target sm_80" in ptx
