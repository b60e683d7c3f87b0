"""A CUDA toolkit for the whole machine: CUDA_HOME, PATH and LD_LIBRARY_PATH point at it."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from jax._src import hardware_utils, xla_bridge
hardware_utils._NVIDIA_GPU_DEVICES = [sys.executable]  # a file that exists plays /dev/nvidia0
xla_bridge.discover_pjrt_plugins = lambda: None  # as if no jax-cuda package were installed
import jax
print(jax.devices())
"""

maps = Path("/proc/self/maps").read_text().splitlines()
libc = next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-2" in line)
toolkit = Path("cuda-13.0").absolute()
(toolkit / "bin").mkdir(parents=True)
(toolkit / "lib64").mkdir()
for name in ("libcudart.so.13", "libcublas.so.13", "libcudnn.so.9"):
    (toolkit / "lib64" / name).symlink_to(libc)  # stand-ins: does JAX look at all?

environment = {
    **os.environ,
    "CUDA_HOME": str(toolkit),
    "PATH": f"{toolkit}/bin:{os.environ['PATH']}",
    "LD_LIBRARY_PATH": f"{toolkit}/lib64",
}
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
print(child.stdout, child.stderr, sep="\n")
assert "CUDA-enabled jaxlib is not installed. Falling back to cpu." in child.stderr
