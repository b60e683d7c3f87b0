"""Take the variable away in the program, before the import."""

from pathlib import Path

from child import import_torch
from older import write_older

remove = "import os; del os.environ['LD_LIBRARY_PATH']; "
import_torch(before=remove, LD_LIBRARY_PATH=write_older(Path("cuda-12.0/lib64")))
