"""Wait for the fabric: each question in a process of its own, the work in one that starts afterwards."""

import os
import subprocess
import sys
import time


def ask(fabric_ready):
    """Start a process on a machine whose fabric is ready, or not yet (simulated)."""
    there = {**os.environ, "SIMULATED_CUINIT": "0" if fabric_ready else "802"}
    command = [sys.executable, "ask_runtime.py"]
    return subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()


for attempt in range(10):
    answer = ask(fabric_ready=attempt >= 2)
    print(f"attempt {attempt}: {answer}")
    if not answer.startswith("802 "):
        break
    time.sleep(0.5)
assert attempt == 2
assert ask(fabric_ready=True).startswith("100 cudaErrorNoDevice")  # ready; the simulated machine has no GPU
