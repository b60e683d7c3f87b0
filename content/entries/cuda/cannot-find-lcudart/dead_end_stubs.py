"""The folder for stubs, which a toolkit has for the driver's library."""

from pathlib import Path

from toolkit import link, toolkit

stubs = toolkit(Path("cuda/lib64")) / "stubs"
stubs.mkdir()
(stubs / "libcuda.so").touch()
link(f"-L{stubs}", "-lcudart")
