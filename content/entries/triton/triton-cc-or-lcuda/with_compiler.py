"""The same with a compiler on PATH."""

from pathlib import Path

from parts import compile_helper, driver_library

folder = driver_library(Path("driver").absolute()).parent
module = compile_helper([str(folder)])
print(Path(module).name)
assert Path(module).stat().st_size > 0
