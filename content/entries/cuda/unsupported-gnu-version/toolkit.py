"""Call the nvcc of the pip package nvidia-cuda-nvcc, with a host compiler on PATH that is newer than it knows."""

import os
import shutil
import subprocess
from importlib.metadata import distribution
from pathlib import Path

files = distribution("nvidia-cuda-nvcc").files
nvcc = str(next(file for file in files if file.name == "nvcc").locate())
older = shutil.which("g++")  # the compiler of this machine, which nvcc does know
Path("kernel.cu").write_text("__global__ void set(int *x) { *x = 1; }\n")


def newer_compiler():
    """Put a gcc and a g++ into a folder that give themselves as version 99 (they stand in for one that is too new)."""
    folder = Path("newer")
    folder.mkdir(exist_ok=True)
    for name in ("gcc", "g++"):
        file = folder / name
        file.write_text(f'#!/bin/sh\nexec {shutil.which(name)} -U__GNUC__ -D__GNUC__=99 "$@"\n')
        file.chmod(0o755)
    return str(folder.absolute())


def compile_kernel(*options, phase="-c", **variables):
    """Compile with that folder first on PATH, or fail with what nvcc says."""
    path = os.pathsep.join([newer_compiler(), os.environ["PATH"]])
    command = [nvcc, *options, phase, "kernel.cu", "-o", "kernel.o"]
    answer = subprocess.run(command, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip())
    return Path("kernel.o").stat().st_size
