"""jax[cuda13] is complete, the driver is not there: JAX says that cuPTI cannot be loaded."""

import subprocess
import sys

PROGRAM = """
import jax
print(jax.devices())
"""

child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert "RuntimeError: Unable to load cuPTI. Is it installed?" in child.stderr
assert "Unknown CUPTI error 999" in child.stderr
assert child.stdout == "[CpuDevice(id=0)]\n"
