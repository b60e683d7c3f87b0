"""jax, jaxlib and the plugin of one version: no word about versions."""

import subprocess
import sys
from importlib.metadata import version

PROGRAM = """
import jax
print(jax.devices())
"""

names = ["jax", "jaxlib", "jax-cuda13-plugin", "jax-cuda13-pjrt"]
print({name: version(name) for name in names})
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
assert len({version(name) for name in names}) == 1
assert child.returncode == 0 and "not compatible with the installed" not in child.stderr
