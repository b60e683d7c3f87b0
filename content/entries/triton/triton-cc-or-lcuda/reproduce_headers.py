"""Python's headers are not installed (stood in for by a folder that is not there)."""

import sysconfig
from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
sysconfig.get_paths = lambda **_: {"include": "/usr/include/python-that-is-not-installed"}
compile_helper([str(folder)])
