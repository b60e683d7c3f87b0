"""A host's driver library and a toolkit's stub: copies of the simulated one, each with its own answer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SIMULATED = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")


def install(folder, name, answer):
    """Put a library of that name, whose cuInit gives that answer, into a new folder; return the folder's path."""
    Path(folder).mkdir(parents=True)
    shutil.copy(SIMULATED, Path(folder, name))
    Path(folder, "simulated-driver.txt").write_text(f"SIMULATED_CUINIT={answer}\n")
    return str(Path(folder).absolute())


def last_line(command, path):
    """Run a command of the shell with that LD_LIBRARY_PATH; return the last line of what it says."""
    there = {**os.environ, "LD_LIBRARY_PATH": path, "PYTHON": sys.executable}
    done = subprocess.run(["bash", "-c", command], env=there, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip().splitlines()[-1]
