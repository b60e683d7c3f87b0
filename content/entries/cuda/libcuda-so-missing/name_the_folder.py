"""Start the program with the folder on LD_LIBRARY_PATH. (It starts itself once more to do so.)"""

import ctypes
import os
import subprocess
import sys

from wsl import install

if "--started" in sys.argv:
    driver = ctypes.CDLL("libcuda.so.1")
    print(driver.cuInit(0))
    sys.exit()
there = {**os.environ, "LD_LIBRARY_PATH": install()}
command = [sys.executable, __file__, "--started"]
answer = subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()
print("cuInit answered:", answer)
assert answer == "0"
