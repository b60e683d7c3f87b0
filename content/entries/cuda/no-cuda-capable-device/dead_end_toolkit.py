"""Another CUDA runtime, as a new toolkit brings it, gets the same answer from the same driver."""

import subprocess
import sys

import cupy

answer = subprocess.run([sys.executable, "ask_runtime.py"], capture_output=True, text=True, check=True)
assert answer.stdout.strip() == "100"
x = cupy.arange(3)
