"""Take the driver library away: does the runtime then say 100, "no CUDA-capable device is detected"?"""

import os
import subprocess
import sys

there = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
answer = subprocess.run([sys.executable, "ask_runtime.py"], env=there, capture_output=True, text=True, check=True)
assert answer.stdout.strip() == "100", f"without a driver library: {answer.stdout.strip()}"
