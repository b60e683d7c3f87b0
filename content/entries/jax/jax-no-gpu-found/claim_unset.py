"""jax[cuda13], and an LD_LIBRARY_PATH with a useless file for every NVIDIA library."""

import os
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

PROGRAM = """
from jax_plugins import xla_cuda13 as plugin
plugin._load_nvidia_libraries()
plugin._import_extensions()
for name in ("cuda_runtime", "cudnn", "cufft", "cublas", "cusparse", "cusolver"):
    print(name, getattr(plugin.cuda_versions, f"{name}_get_version")())
"""

maps = Path("/proc/self/maps").read_text().splitlines()
libc = next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-2" in line)
toolkit = Path("old-toolkit").absolute()
toolkit.mkdir()
nvidia = [d for d in distributions() if d.metadata["Name"].startswith("nvidia-")]
names = {f.name for d in nvidia for f in d.files if f.name.startswith("lib") and ".so" in f.name}
for name in names:
    (toolkit / name).symlink_to(libc)

command = [sys.executable, "-c", PROGRAM]
without = subprocess.run(command, capture_output=True, text=True)
environment = {**os.environ, "LD_LIBRARY_PATH": str(toolkit)}
shadowed = subprocess.run(command, capture_output=True, text=True, env=environment)
print(len(names), "files in", toolkit.name)
print(shadowed.stdout, shadowed.stderr[-300:])
assert without.returncode == 0 and without.stdout
assert shadowed.stdout != without.stdout, "LD_LIBRARY_PATH changed nothing"
