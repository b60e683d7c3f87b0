"""nvcc from its own folder, which comes first on PATH."""

import os
from pathlib import Path

from toolkit import compile_with, cuda

Path("nvcc").symlink_to(cuda / "bin" / "nvcc")

os.environ["PATH"] = os.pathsep.join([str(cuda / "bin"), str(Path.cwd()), os.environ["PATH"]])
size = compile_with("nvcc", header="cstdint", suffix=".cu")
assert size > 0
