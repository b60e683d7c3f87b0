"""Folders with a driver library each: copies of the simulated one, every copy with an answer of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SIMULATED = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")


def install(folder, answer):
    """Put a driver library whose cuInit gives that answer into a new folder; return the folder's path."""
    Path(folder).mkdir(parents=True)
    shutil.copy(SIMULATED, folder)
    Path(folder, "simulated-driver.txt").write_text(f"SIMULATED_CUINIT={answer}\n")
    return str(Path(folder).absolute())


def last_line(program, *folders):
    """Run a program with these folders on LD_LIBRARY_PATH, in this order; return what it says at the end."""
    there = {**os.environ, "LD_LIBRARY_PATH": ":".join(folders)}
    command = [sys.executable, program]
    done = subprocess.run(command, env=there, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip().splitlines()[-1]
