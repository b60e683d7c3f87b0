"""The library lies in lib, as in a conda environment; the command names lib64."""

from pathlib import Path

from toolkit import link, toolkit

folder = toolkit(Path("envs/mine/lib"))
link(f"-L{folder.parent}/lib64", "-lcudart")
