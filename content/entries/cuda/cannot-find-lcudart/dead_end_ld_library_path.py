"""The toolkit's folder in LD_LIBRARY_PATH."""

from pathlib import Path

from toolkit import link, toolkit

folder = toolkit(Path("cuda/lib64"))
link("-lcudart", LD_LIBRARY_PATH=str(folder))
