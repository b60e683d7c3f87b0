"""Two driver libraries: the machine's, and one that was installed beside it and finds no device."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = """
from numba.cuda.cudadrv.driver import driver
assert driver.is_available
print("driver started")
"""


def two_libraries():
    """The folders of both."""
    machine = os.environ["LD_LIBRARY_PATH"].split(":")[0]
    linux = Path("linux-driver").absolute()
    linux.mkdir()
    shutil.copy(f"{machine}/libcuda.so.1", linux)
    (linux / "simulated-driver.txt").write_text("SIMULATED_CUINIT=100\n")
    return machine, str(linux)


def start(*folders, **variables):
    """Start Numba's driver with these folders in LD_LIBRARY_PATH."""
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(folders), **variables}
    command = [sys.executable, "-c", PROGRAM]
    child = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    print(child.stdout, child.stderr[-500:])
    return child.stdout, child.stderr
