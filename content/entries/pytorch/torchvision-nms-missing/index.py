"""A package index of empty wheels: the names, versions and pins of the real ones."""

import subprocess
import sys
import zipfile


def wheel(name, version, *requires):
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {one}\n" for one in requires)
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{info}/METADATA", metadata)
        archive.writestr(f"{info}/WHEEL", tags)
        archive.writestr(f"{info}/RECORD", "")


wheel("torch", "2.11.0")
wheel("torch", "2.13.0")
wheel("torchvision", "0.26.0", "torch==2.11.0")
wheel("torchvision", "0.28.0", "torch==2.13.0")
wheel("transformers", "5.0.0", "numpy")


def would_install(*arguments):
    """Ask pip what it would install, and install nothing."""
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", "."]
    command = [*pip, "--dry-run", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [line for line in answer.splitlines() if line.startswith("Would install")]
    return found[0] if found else "Would install nothing"
