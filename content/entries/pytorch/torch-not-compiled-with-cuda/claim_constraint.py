"""The plug-in that pins another torch, with a constraints file that names the build."""

import subprocess
import sys
import zipfile
from pathlib import Path

import torch


def stand_in(name, version, more=""):
    """Make an empty wheel; this folder plays the package index."""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}"
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(f"{info}/WHEEL", tags)
        wheel.writestr(f"{info}/RECORD", "")


stand_in("torch", "2.4.1")
stand_in("plugin", "1.0", "Requires-Dist: torch==2.4.1\n")
Path("constraints.txt").write_text(f"torch=={torch.__version__}\n")
pip = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", "."]
command = [*pip, "--dry-run", "-c", "constraints.txt", "plugin"]
answer = subprocess.run(command, capture_output=True, text=True, check=False)
print("constraint:", f"torch=={torch.__version__}")
print(next(line for line in answer.stderr.splitlines() if "ERROR" in line))
assert answer.returncode != 0 and "Would install" not in answer.stdout
