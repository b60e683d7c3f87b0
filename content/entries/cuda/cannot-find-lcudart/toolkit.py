"""The real CUDA runtime from pip, laid out as a toolkit has it, and a C program that calls it."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

WHEEL = next(file for file in files("nvidia-cuda-runtime-cu12") if "libcudart.so" in file.name).locate()
PROGRAM = """
int cudaRuntimeGetVersion(int *);
int main(void) { int version = 0; cudaRuntimeGetVersion(&version); return version < 12000; }
"""


def toolkit(folder):
    """Make a folder that has the runtime under both names, as an installed toolkit has it."""
    folder.mkdir(parents=True)
    (folder / "libcudart.so.12").symlink_to(WHEEL)
    (folder / "libcudart.so").symlink_to("libcudart.so.12")
    return folder.absolute()


def link(*options, **variables):
    """Compile and link the program; what the linker says becomes an exception."""
    Path("program.c").write_text(PROGRAM)
    command = ["cc", "program.c", "-o", "program", *options]
    answer = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip())


def run(folder):
    """Run the program where the loader finds the runtime in a folder."""
    there = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
    return subprocess.run(["./program"], env=there).returncode
