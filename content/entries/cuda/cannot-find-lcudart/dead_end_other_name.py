"""Another library of CUDA under the missing name: the linker is content, and the result cannot be loaded."""

import ctypes
import subprocess
from pathlib import Path

from toolkit import WHEEL

folder = Path("lib").absolute()
folder.mkdir()
(folder / "libcurand.so").symlink_to(WHEEL)
Path("adam.c").write_text("""
int curandCreateGenerator(void **, int);
int make(void **generator) { return curandCreateGenerator(generator, 100); }
""")
options = [f"-L{folder}", "-lcurand", f"-Wl,-rpath,{WHEEL.parent}", "-Wl,-z,now"]
subprocess.run(["cc", "-shared", "-fPIC", "adam.c", "-o", "adam.so", *options], check=True)
try:
    ctypes.CDLL("./adam.so")
except OSError as error:
    said = str(error)
print(said)
assert "undefined symbol: curandCreateGenerator" in said
