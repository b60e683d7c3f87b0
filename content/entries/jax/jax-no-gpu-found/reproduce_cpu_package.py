"""A machine with a GPU and JAX without its CUDA packages: a line in the log, then the CPU."""

import subprocess
import sys

PROGRAM = """
import sys
from jax._src import hardware_utils, xla_bridge
hardware_utils._NVIDIA_GPU_DEVICES = [sys.executable]  # a file that exists plays /dev/nvidia0
xla_bridge.discover_pjrt_plugins = lambda: None  # as if no jax-cuda package were installed
import jax
print(jax.devices())
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "CUDA-enabled jaxlib is not installed. Falling back to cpu." in child.stderr
assert child.stdout == "[CpuDevice(id=0)]\n"
