"""The line says that no CUDA-enabled jaxlib is installed. What does pip say?"""

import subprocess
import sys
from importlib.metadata import distributions

PROGRAM = """
import sys
from jax._src import hardware_utils
hardware_utils._NVIDIA_GPU_DEVICES = [sys.executable]  # a file that exists plays /dev/nvidia0
import jax
jax.devices()
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stderr.splitlines()[-1])
assert "CUDA-enabled jaxlib is not installed" in child.stderr
installed = sorted(d.metadata["Name"] for d in distributions())
cuda = [name for name in installed if name.startswith("jax") and "cuda" in name]
print("installed:", cuda)
assert not cuda, cuda
