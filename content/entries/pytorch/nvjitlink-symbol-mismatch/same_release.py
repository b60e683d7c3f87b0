"""The same folders with the wheel of nvJitLink that PyTorch asks for, or a newer one."""

from child import import_torch
from sites import copied

version = import_torch(options=["-S"], PYTHONPATH=str(copied))
print(version)
assert version.startswith("2.")
