"""cuSPARSE of the CUDA 12 wheels, and LD_LIBRARY_PATH with another file of a name it needs."""

import os
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

cusparse = next(f.locate() for f in files("nvidia-cusparse-cu12") if "libcusparse" in f.name)
maps = Path("/proc/self/maps").read_text().splitlines()
libc = next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-2" in line)
toolkit = Path("old-toolkit/lib64").absolute()  # any other library of that name will do
toolkit.mkdir(parents=True)
(toolkit / "libnvJitLink.so.12").symlink_to(libc)

environment = {**os.environ, "LD_LIBRARY_PATH": str(toolkit)}
command = [sys.executable, "-c", f"import ctypes; ctypes.CDLL('{cusparse}')"]
child = subprocess.run(command, capture_output=True, text=True, env=environment)
print(child.stderr)
assert child.returncode == 1 and "OSError" in child.stderr
assert "version `libnvJitLink.so.12' not found (required by" in child.stderr
