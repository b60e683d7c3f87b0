"""A link with the name that the linker looks for, in a folder that LIBRARY_PATH names."""

import os
from pathlib import Path

from parts import compile_helper, driver_library

library = driver_library(Path("driver").absolute())
links = Path("lib").absolute()
links.mkdir()
(links / "libcuda.so").symlink_to(library)
os.environ["LIBRARY_PATH"] = str(links)
module = compile_helper([str(library.parent)], libraries=["cuda"])
print(Path(module).name)
assert Path(module).stat().st_size > 0
