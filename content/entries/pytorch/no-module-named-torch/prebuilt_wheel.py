"""The same package as a ready wheel: nothing is built, so nothing imports torch."""

import sys
import zipfile
from pathlib import Path

from offline import pip

with zipfile.ZipFile("links/demo_extension-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("demo_extension.py", "built_for = '2.8.0'")
    metadata = "Metadata-Version: 2.1\nName: demo-extension\nVersion: 1.0\n"
    wheel.writestr("demo_extension-1.0.dist-info/METADATA", metadata)
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    wheel.writestr("demo_extension-1.0.dist-info/WHEEL", tags)
    wheel.writestr("demo_extension-1.0.dist-info/RECORD", "")
ready = ["--only-binary", ":all:"]
asked = pip(sys.executable, *ready, "--dry-run", "demo-extension")
print(asked)
assert "Would install demo-extension-1.0" in asked
output = pip(sys.executable, *ready, "--target", "site", "--no-deps", "demo-extension")
print(output)
assert Path("site", "demo_extension.py").exists() and "Getting requirements" not in output
