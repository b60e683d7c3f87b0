"""A plugin of another version than jaxlib: what is left when only one of them is upgraded."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

PROGRAM = """
import jax
print(jax.devices())
"""

# The installed plugin, file by file, but with a number in its version.py that is not jaxlib's.
plugin = Path(find_spec("jax_cuda13_plugin").origin).parent
older = Path("older/jax_cuda13_plugin").absolute()
shutil.copytree(plugin, older, copy_function=os.symlink)
version = (plugin / "version.py").read_text()
(older / "version.py").unlink()
(older / "version.py").write_text(version + '\n__version__ = "0.9.0"\n')

environment = {**os.environ, "PYTHONPATH": str(older.parent)}
child = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
print(child.stdout, child.stderr, sep="\n")
assert "JAX plugin jax_cuda13_plugin version 0.9.0 is installed, but it is not" in child.stderr
