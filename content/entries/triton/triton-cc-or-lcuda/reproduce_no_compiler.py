"""No C compiler on PATH, and CC is not set."""

import os
from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
os.environ.pop("CC", None)
os.environ["PATH"] = str(Path("empty").absolute())
compile_helper([str(folder)])
