"""The wheel's own folder comes before the toolkit's."""

from pathlib import Path

from child import import_torch
from older import own, write_older

toolkit = write_older(Path("cuda-12.0/lib64"))
version = import_torch(LD_LIBRARY_PATH=f"{own.parent}:{toolkit}")
print(version)
assert version.startswith("2.")
