"""What this Triton asks the linker for by itself."""

from pathlib import Path

from parts import compile_helper, driver_library
from triton.backends.nvidia import driver

folder = driver_library(Path("driver").absolute()).parent
print(driver.libraries)
module = compile_helper([str(folder)], libraries=driver.libraries)
print(Path(module).name)
assert Path(module).stat().st_size > 0
