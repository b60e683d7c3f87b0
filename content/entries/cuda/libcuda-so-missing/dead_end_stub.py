"""Put the toolkit's stub where libcuda.so.1 is looked for: it loads, and its cuInit answers 34."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

simulated = Path(os.environ["LD_LIBRARY_PATH"].split(":")[0], "libcuda.so.1")
stubs = Path("usr/local/cuda/lib64/stubs")
stubs.mkdir(parents=True)
shutil.copy(simulated, stubs / "libcuda.so")
(stubs / "simulated-driver.txt").write_text("SIMULATED_CUINIT=34\n")  # as NVIDIA's stub answers
(stubs / "libcuda.so.1").symlink_to("libcuda.so")
there = {**os.environ, "LD_LIBRARY_PATH": str(stubs.absolute())}
command = [sys.executable, "ask_runtime.py"]
answer = subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()
print(answer)
assert answer == "34 cudaErrorStubLibrary: CUDA driver is a stub library"
