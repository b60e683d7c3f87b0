"""Two places for a driver library, each filled with a copy of the simulated one and its own answers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SIMULATED = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")


def install(folder, answer, version):
    """Put a driver library of that version, with that answer of cuInit, into a new folder."""
    Path(folder).mkdir(parents=True)
    shutil.copy(SIMULATED, folder)
    told = f"SIMULATED_CUINIT={answer}\nSIMULATED_DRIVER_VERSION={version}\n"
    Path(folder, "simulated-driver.txt").write_text(told)
    return str(Path(folder).absolute())


def runtime_says(*folders):
    """Ask the CUDA runtime in a process of its own that finds libraries in these folders, in this order."""
    there = {**os.environ, "LD_LIBRARY_PATH": ":".join(folders)}
    command = [sys.executable, "ask_runtime.py"]
    return subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()
