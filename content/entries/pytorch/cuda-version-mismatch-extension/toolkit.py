"""Stand-ins for toolkits and the C++ compiler; each call is written to commands.txt."""

import os
from pathlib import Path

RECORD = """#!/bin/sh
[ "$1" = --version ] && echo 'Cuda compilation tools, release {release}' && exit
echo "$0 $*" >> {log}
while [ $# -gt 0 ]; do [ "$1" = -o ] && : > "$2"; shift; done
"""
log = Path("commands.txt").absolute()


def make_program(path, release="none"):
    path = Path(path).absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(RECORD.format(release=release, log=log))
    path.chmod(0o755)
    return str(path)


def make_toolkit(folder, release):
    """A toolkit whose nvcc gives this release."""
    make_program(f"{folder}/bin/nvcc", release)
    Path(folder, "lib64").mkdir()
    return str(Path(folder).absolute())


def commands():
    return log.read_text().splitlines()


os.environ.pop("CUDA_HOME", None)  # whatever this machine has must not matter
os.environ.pop("CUDA_PATH", None)
os.environ["PATH"] = "/usr/bin:/bin"
for name in ("CC", "CXX", "LDSHARED", "LDCXXSHARED"):
    os.environ[name] = make_program("compiler/c++")
os.environ["TORCH_DONT_CHECK_COMPILER_ABI"] = "1"
os.environ["TORCH_CUDA_ARCH_LIST"] = "9.0"
Path("demo_kernel.cu").touch()
