"""A Python that has the packages installed here, as links, and not the named files of NVIDIA's wheels."""

import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

PROGRAM = "from kernel import compile_kernel; print(compile_kernel())"


def compile_with(leave_out=()):
    """Compile the kernel there; return what the process wrote on stdout and stderr."""
    installed = Path(find_spec("numba_cuda").origin).parent.parent
    home = Path("python").absolute()
    venv.create(home, with_pip=False)
    site = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    for package in installed.iterdir():
        if package.name != "nvidia":
            (site / package.name).symlink_to(package)
    for file in (installed / "nvidia").rglob("*"):
        link = site / "nvidia" / file.relative_to(installed / "nvidia")
        if file.is_dir():
            link.mkdir(parents=True)
        elif not file.name.startswith(tuple(leave_out)):
            link.symlink_to(file)
    names = ("CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    command = [str(home / "bin" / "python"), "-c", PROGRAM]
    child = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return child.stdout, child.stderr
