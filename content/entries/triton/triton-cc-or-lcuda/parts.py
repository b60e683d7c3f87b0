"""The helper module that Triton compiles before its first kernel, and a driver library to link it with."""

import os
import subprocess
from pathlib import Path

from triton.backends.nvidia import driver
from triton.runtime import build


def compile_helper(folders=(), libraries=("libcuda.so.1",)):
    """Call Triton's own build step, and return the path of the module that it made."""
    source = Path("cuda_utils.c").absolute()
    source.write_text(Path(driver.dirname, "driver.c").read_text())
    return build._build(
        "cuda_utils", str(source), os.getcwd(), list(folders), driver.include_dirs, list(libraries), []
    )


def driver_library(folder):
    """Make a libcuda.so.1 that is as empty as a linker needs it (it stands in for the driver's)."""
    folder.mkdir(parents=True)
    library = folder / "libcuda.so.1"
    command = ["cc", "-shared", "-x", "c", "/dev/null", "-o", library, "-Wl,-soname,libcuda.so.1"]
    subprocess.run(command, check=True)
    return library
