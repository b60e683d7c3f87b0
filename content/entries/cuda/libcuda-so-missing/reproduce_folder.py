"""The file exists, in a folder that the loader does not search."""

import ctypes
from pathlib import Path

from wsl import install

folder = install()
print("there is", [path.name for path in Path(folder).iterdir()])
driver = ctypes.CDLL("libcuda.so.1")
