"""The same library without LD_LIBRARY_PATH: it finds its own helper beside it."""

import os
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

cusparse = next(f.locate() for f in files("nvidia-cusparse-cu12") if "libcusparse" in f.name)
maps = Path("/proc/self/maps").read_text().splitlines()
libc = next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-2" in line)
toolkit = Path("old-toolkit/lib64").absolute()
toolkit.mkdir(parents=True)
(toolkit / "libnvJitLink.so.12").symlink_to(libc)

environment = dict(os.environ)
environment.pop("LD_LIBRARY_PATH", None)
command = [sys.executable, "-c", f"import ctypes; ctypes.CDLL('{cusparse}'); print('loaded')"]
child = subprocess.run(command, capture_output=True, text=True, env=environment)
print(child.stdout, child.stderr)
assert child.stdout == "loaded\n"
