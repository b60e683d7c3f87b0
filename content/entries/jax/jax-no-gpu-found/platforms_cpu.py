"""On a machine without a GPU: say so, and nothing is checked and nothing is logged."""

import os
import subprocess
import sys

PROGRAM = """
import jax
print(jax.devices())
"""

environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
print(child.stdout, child.stderr, sep="\n")
assert "cuPTI" not in child.stderr and "CUDA" not in child.stderr
assert child.stdout == "[CpuDevice(id=0)]\n"
