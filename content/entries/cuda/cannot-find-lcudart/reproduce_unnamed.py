"""A toolkit is installed, and its folder is named; the library is not."""

from pathlib import Path

from toolkit import link, toolkit

folder = toolkit(Path("cuda/lib64"))
link(f"-L{folder}")
