"""LD_LIBRARY_PATH names a folder that has the link."""

import os
from pathlib import Path

from parts import compile_helper, driver_library

library = driver_library(Path("driver").absolute())
links = Path("lib").absolute()
links.mkdir()
(links / "libcuda.so").symlink_to(library)
os.environ["LD_LIBRARY_PATH"] = str(links)
compile_helper([str(library.parent)], libraries=["cuda"])
