"""Give the other name in a folder of one's own. (The program starts itself once more with it.)"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

if "--started" in sys.argv:
    driver = ctypes.CDLL("libcuda.so")
    print(driver.cuInit(0))
    sys.exit()
installed = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")
Path("names").mkdir()
Path("names/libcuda.so").symlink_to(installed)
there = {**os.environ, "LD_LIBRARY_PATH": f"{Path('names').absolute()}:{os.environ['LD_LIBRARY_PATH']}"}
command = [sys.executable, __file__, "--started"]
answer = subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()
print("cuInit answered:", answer)
assert answer == "0"
