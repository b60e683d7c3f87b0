"""The switch as a variable: pip takes the value for that of build isolation itself."""

import sys
from importlib.metadata import version

from offline import pip

output = {}
for value in ("1", "0"):
    options = ["--dry-run", "--no-deps", "demo-extension"]
    output[value] = pip(sys.executable, *options, PIP_NO_BUILD_ISOLATION=value)
    print(f"PIP_NO_BUILD_ISOLATION={value}, torch {version('torch')} installed:\n", output[value])
assert "No module named 'torch'" in output["1"] and "pip-build-env-" in output["1"]
assert "No module named 'torch'" not in output["0"] and "pip-build-env-" not in output["0"]
