"""A job that begins while the fabric is still being set up."""

import os
import subprocess
import sys


def ask(fabric_ready):
    """Start a process on a machine whose fabric is ready, or not yet (simulated)."""
    there = {**os.environ, "SIMULATED_CUINIT": "0" if fabric_ready else "802"}
    command = [sys.executable, "ask_runtime.py"]
    return subprocess.run(command, env=there, capture_output=True, text=True, check=True).stdout.strip()


answer = ask(fabric_ready=False)
print(answer)
assert answer == "802 cudaErrorSystemNotReady: system not yet initialized"
