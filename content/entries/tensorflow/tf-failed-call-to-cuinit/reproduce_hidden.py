"""A working GPU, hidden by CUDA_VISIBLE_DEVICES. JAX has the same code and starts faster."""

import os
import subprocess
import sys

PROGRAM = """
import jax
print(jax.devices())
"""

environment = {
    **os.environ,
    "CUDA_VISIBLE_DEVICES": "-1",
    "JAX_PLATFORMS": "cuda",
    "JAX_SKIP_CUDA_CONSTRAINTS_CHECK": "1",
}
child = subprocess.run(
    [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
)
print(child.stdout, child.stderr, sep="\n")
assert "call to cuInit: CUDA_ERROR_NO_DEVICE" in child.stderr
