"""The same environment, and the program is started without the variable."""

import os
from pathlib import Path

from child import import_torch
from older import write_older

os.environ["LD_LIBRARY_PATH"] = write_older(Path("cuda-12.0/lib64"))
version = import_torch(LD_LIBRARY_PATH=None)
print(version)
assert version.startswith("2.")
