"""torch is installed; pip builds a package whose setup.py imports it."""

import sys
from importlib.metadata import version

from offline import pip

print("installed: torch", version("torch"))
output = pip(sys.executable, "--target", "site", "--no-deps", "demo-extension")
print(output)
assert "No module named 'torch'" in output and "pip-build-env-" in output
