"""A newer PyTorch with an older libnvJitLink on LD_LIBRARY_PATH."""

from pathlib import Path

from child import import_torch
from older import write_older

version = import_torch(LD_LIBRARY_PATH=write_older(Path("cuda-12.0/lib64")))
print(version)
assert version.startswith("2.")
