"""A package whose setup.py imports torch, and pip without a network: it installs from ./links."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

SETUP = """
from setuptools import setup
import torch

with open("demo_extension.py", "w") as module:
    module.write(f"built_for = {torch.__version__!r}")
setup(name="demo-extension", version="1.0", py_modules=["demo_extension"])
"""
PROJECT = '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'


def make_package():
    """The source distribution."""
    folder = Path("demo_extension-1.0")
    folder.mkdir()
    (folder / "setup.py").write_text(SETUP)
    (folder / "pyproject.toml").write_text(PROJECT)
    metadata = "Metadata-Version: 2.1\nName: demo-extension\nVersion: 1.0\n"
    (folder / "PKG-INFO").write_text(metadata)
    with tarfile.open("links/demo_extension-1.0.tar.gz", "w:gz") as archive:
        archive.add(folder)


def make_wheels():
    """Of setuptools, as it is installed here, and a stand-in for torch."""
    tools = distribution("setuptools")
    name = f"links/setuptools-{tools.version}-py3-none-any.whl"
    with zipfile.ZipFile(name, "w") as wheel:
        for file in tools.files:
            if "__pycache__" not in file.parts and ".." not in file.parts:
                wheel.write(file.locate(), str(file))
    with zipfile.ZipFile("links/torch-99.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("torch.py", "__version__ = '99.0'")
        metadata = "Metadata-Version: 2.1\nName: torch\nVersion: 99.0\n"
        wheel.writestr("torch-99.0.dist-info/METADATA", metadata)
        tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr("torch-99.0.dist-info/WHEEL", tags)
        wheel.writestr("torch-99.0.dist-info/RECORD", "")


def make_python(name, with_tools=True):
    """A Python without torch; its pip and, if asked for, its build tools are those from here."""
    home, tools = Path(name).absolute(), Path(f"{name}-tools").absolute()
    venv.create(home, with_pip=False)
    tools.mkdir()
    names = ["setuptools", "_distutils_hack", "pkg_resources", "wheel", "packaging"]
    for found in Path(distribution("pip").locate_file("")).iterdir():
        if found.name.split("-")[0] in ["pip", *(names if with_tools else [])]:
            (tools / found.name).symlink_to(found.resolve())
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (home / "lib" / version / "site-packages" / "tools.pth").write_text(str(tools))
    return str(home / "bin" / "python")


def pip(python, *arguments, **variables):
    """`python -m pip install ...`; returns what it printed."""
    options = ["--no-index", "--find-links", "links", "--no-cache-dir", "--no-compile"]
    quiet = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_COMPILE": "1"}
    child = subprocess.run(
        [python, "-m", "pip", "install", *options, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **quiet, **variables},
        check=False,
    )
    return child.stdout + child.stderr


def run(python, code):
    child = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return (child.stdout + child.stderr).strip()


Path("links").mkdir()
make_package()
make_wheels()
