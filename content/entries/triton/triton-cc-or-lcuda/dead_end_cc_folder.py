"""CC names a folder, not the compiler in it."""

import os
from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
os.environ["CC"] = "/usr/bin"
compile_helper([str(folder)])
