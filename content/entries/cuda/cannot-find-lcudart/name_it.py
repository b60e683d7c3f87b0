"""The library is named behind the source."""

from pathlib import Path

from toolkit import link, run, toolkit

folder = toolkit(Path("cuda/lib64"))
link(f"-L{folder}", "-lcudart")
assert run(folder) == 0
