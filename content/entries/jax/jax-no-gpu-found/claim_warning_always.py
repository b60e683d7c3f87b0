"""No /dev/nvidia0, as in a container without --gpus: does JAX say that it uses the CPU?"""

import subprocess
import sys

PROGRAM = """
from jax._src import hardware_utils, xla_bridge
hardware_utils._NVIDIA_GPU_DEVICES = []  # no such file on any machine that runs this
xla_bridge.discover_pjrt_plugins = lambda: None  # as if no jax-cuda package were installed
import jax
print(jax.devices())
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print("stdout:", child.stdout, "stderr:", child.stderr)
assert child.stdout == "[CpuDevice(id=0)]\n"
assert "Falling back to cpu" in child.stderr
