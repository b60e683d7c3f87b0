"""Hide whatever CUDA toolkit this machine has, so that every machine gives one answer."""

import os
from pathlib import Path

os.environ.pop("CUDA_HOME", None)
os.environ.pop("CUDA_PATH", None)
Path("empty").mkdir(exist_ok=True)
os.environ["PATH"] = str(Path("empty").absolute())
exists = os.path.exists
os.path.exists = lambda path: path != "/usr/local/cuda" and exists(path)


def make_toolkit(folder, release):
    """Put a stand-in for nvcc where a toolkit has it: all that the search looks at."""
    nvcc = Path(folder, "bin", "nvcc").absolute()
    nvcc.parent.mkdir(parents=True)
    Path(folder, "lib64").mkdir()
    nvcc.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}'\n")
    nvcc.chmod(0o755)
    return str(Path(folder).absolute())
