"""A program in C that calls the driver, and a stub to link it with, as the toolkit has one."""

import os
import shutil
import subprocess
from pathlib import Path

SIMULATED = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")
STUBS, HOST = Path("stubs").absolute(), Path("host").absolute()


def build(*options, **variables):
    """Link the program with the stub, with further options; return what the linker answered."""
    return subprocess.run(["cc", "program.c", "-o", "program", *options], env={**os.environ, **variables})


def prepare():
    """Make the stub, the host's driver library and the program's text."""
    Path("stub.c").write_text("int cuInit(unsigned flags) { (void)flags; return 34; }\n")
    Path("program.c").write_text(
        '#include <stdio.h>\nint cuInit(unsigned);\nint main(void) { printf("%d\\n", cuInit(0)); }\n'
    )
    STUBS.mkdir()
    HOST.mkdir()
    make = ["cc", "-shared", "-fPIC", "stub.c", "-Wl,-soname,libcuda.so.1", "-o", str(STUBS / "libcuda.so")]
    subprocess.run(make, check=True)
    (STUBS / "libcuda.so.1").symlink_to("libcuda.so")  # as some images have it
    shutil.copy(SIMULATED, HOST)
    Path(HOST, "simulated-driver.txt").write_text("SIMULATED_CUINIT=0\n")


def run():
    """Run the program where the host's driver is found, and return what cuInit answered."""
    there = {**os.environ, "LD_LIBRARY_PATH": str(HOST)}
    return subprocess.run(["./program"], env=there, capture_output=True, text=True, check=True).stdout.strip()
