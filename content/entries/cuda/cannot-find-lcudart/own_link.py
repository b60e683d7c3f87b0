"""A link without the number, in a folder of one's own that LIBRARY_PATH names."""

import os
import subprocess
import sys
from pathlib import Path

from toolkit import WHEEL, link, run

STEPS = """
mkdir -p ~/lib
ln -sf "$(find "$(python -c "import nvidia; print(list(nvidia.__path__)[0])")" -name 'libcudart.so.*' -print -quit)" ~/lib/libcudart.so
ls -lL ~/lib/libcudart.so
"""
path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
subprocess.run(["sh", "-c", STEPS], env={**os.environ, "HOME": os.getcwd(), "PATH": path}, check=True)

folder = WHEEL.parent
link(f"-L{folder}", "-lcudart", LIBRARY_PATH=str(Path("lib").absolute()))
needed = subprocess.run(["readelf", "-d", "program"], capture_output=True, text=True, check=True).stdout
assert "[libcudart.so.12]" in needed
assert run(folder) == 0
