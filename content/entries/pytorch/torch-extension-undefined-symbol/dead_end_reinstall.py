"""Reinstall a package that is built from source; the build notes the torch it saw."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import torch
from extension import make_extension

BACKEND = """
import os, zipfile

def build_wheel(folder, config_settings=None, metadata_directory=None):
    name = "demo-1.0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr("demo.py", f"built_for = {os.environ['TORCH_IN_USE']!r}")
        metadata = "Metadata-Version: 2.1\\nName: demo\\nVersion: 1.0\\n"
        wheel.writestr("demo-1.0.dist-info/METADATA", metadata)
        tags = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        wheel.writestr("demo-1.0.dist-info/WHEEL", tags)
        wheel.writestr("demo-1.0.dist-info/RECORD", "")
    return name
"""
project = Path("demo-1.0")
project.mkdir()
(project / "backend.py").write_text(BACKEND)
build = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
(project / "pyproject.toml").write_text(build)
with tarfile.open("demo-1.0.tar.gz", "w:gz") as archive:
    archive.add(project)


def reinstall(torch_in_use, *options):
    os.environ["TORCH_IN_USE"] = torch_in_use
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", "."]
    quick = ["--no-deps", "--no-compile", "--no-build-isolation"]
    command = [*pip, *quick, "--target", "site", "--upgrade", *options, "demo"]
    subprocess.run(command, capture_output=True, check=True)
    return Path("site", "demo.py").read_text()


print("first installation:      ", reinstall("torch 2.6"))
again = reinstall("torch 2.11", "--force-reinstall")
print("with --force-reinstall:  ", again)
fresh = reinstall("torch 2.11", "--force-reinstall", "--no-cache-dir")
print("and with --no-cache-dir: ", fresh)
assert "2.6" in again and "2.11" in fresh
import ctypes

path = make_extension("demo_extension.so", "_ZN3c104cuda9SetDeviceEa")
ctypes.CDLL(path)
