"""The toolkit's folder in LIBRARY_PATH."""

from pathlib import Path

from toolkit import link, run, toolkit

folder = toolkit(Path("cuda/lib64"))
link("-lcudart", LIBRARY_PATH=str(folder))
assert run(folder) == 0
