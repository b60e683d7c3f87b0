"""LD_LIBRARY_PATH names a folder with an older libnvJitLink."""

from pathlib import Path

from child import import_torch
from older import write_older

import_torch(LD_LIBRARY_PATH=write_older(Path("cuda-12.0/lib64")))
