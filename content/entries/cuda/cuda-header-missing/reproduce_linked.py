"""nvcc by a link from another folder."""

from pathlib import Path

from toolkit import compile_with, cuda

link = Path("nvcc").absolute()
link.symlink_to(cuda / "bin" / "nvcc")

compile_with(str(link), header="cstdint", suffix=".cu")
