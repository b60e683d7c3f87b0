"""The same child process, which is shown the first GPU."""

import os
import subprocess
import sys

PROGRAM = """
import jax
print(jax.devices())
"""

environment = {
    **os.environ,
    "CUDA_VISIBLE_DEVICES": "0",
    "JAX_PLATFORMS": "cuda",
    "JAX_SKIP_CUDA_CONSTRAINTS_CHECK": "1",
}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert child.returncode == 0 and "cuInit" not in child.stderr
assert child.stdout == "[CudaDevice(id=0)]\n"
