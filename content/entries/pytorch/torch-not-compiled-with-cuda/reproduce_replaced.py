"""A plug-in pins another torch: what pip would install, and the call after that."""

import subprocess
import sys
import zipfile

import torch


def stand_in(name, version, more=""):
    """Make an empty wheel; this folder plays the default index of Windows or macOS."""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}"
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(f"{info}/WHEEL", tags)
        wheel.writestr(f"{info}/RECORD", "")


stand_in("torch", "2.4.1")
stand_in("plugin", "1.0", "Requires-Dist: torch==2.4.1\n")
pip = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", "."]
command = [*pip, "--dry-run", "plugin"]
answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
print("installed:", torch.__version__)
print(next(line for line in answer.splitlines() if "Would install" in line))
x = torch.zeros(3, device="cuda")
