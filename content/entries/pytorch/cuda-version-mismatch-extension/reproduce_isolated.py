"""pip builds a package that needs torch; which torch does the build see?"""

import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

with zipfile.ZipFile("torch-99.0-py3-none-any.whl", "w") as wheel:  # the index's newest
    metadata = "Metadata-Version: 2.1\nName: torch\nVersion: 99.0\n"
    wheel.writestr("torch-99.0.dist-info/METADATA", metadata)
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    wheel.writestr("torch-99.0.dist-info/WHEEL", tags)
    wheel.writestr("torch-99.0.dist-info/RECORD", "")

package = Path("package")  # its build only writes down which torch is there
package.mkdir()
(package / "pyproject.toml").write_text(
    '[build-system]\nrequires = ["torch"]\nbuild-backend = "backend"\nbackend-path = ["."]\n'
)
seen = Path("seen.txt").absolute()
(package / "backend.py").write_text(
    "def build_wheel(*arguments):\n"
    "    from importlib.metadata import version\n"
    f"    open({str(seen)!r}, 'w').write(version('torch'))\n"
    "    raise SystemExit('seen')\n"
)
pip = [sys.executable, "-m", "pip", "wheel", "--no-index", "--find-links", "."]
subprocess.run([*pip, "./package"], capture_output=True, check=False)
print("installed:", version("torch"), "| the build saw:", seen.read_text())
assert seen.read_text() == version("torch"), f"the build saw torch {seen.read_text()}"
