"""The same build in the environment that has torch."""

import sys
from importlib.metadata import version

from offline import pip

print("installed: torch", version("torch"))
here = "--no-build-isolation"
output = pip(sys.executable, "--target", "site", "--no-deps", here, "demo-extension")
print(output)
sys.path.insert(0, "site")
import demo_extension

print("built for:", demo_extension.built_for)
assert demo_extension.built_for.split("+")[0] == version("torch").split("+")[0]
