"""A toolkit is installed; the command names no folder."""

from pathlib import Path

from toolkit import link, toolkit

toolkit(Path("cuda/lib64"))
link("-lcudart")
