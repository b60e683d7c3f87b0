"""The same override with Triton 3.9: LLVM ends the process before ptxas is called."""

import subprocess
import sys

command = [sys.executable, "reproduce_older_override.py"]
child = subprocess.run(command, capture_output=True, text=True)
print(child.stdout, child.stderr, sep="\n")
assert child.returncode == 1 and "Traceback" not in child.stderr
assert "LLVM ERROR: PTX version 8.8 does not support target 'sm_110a'" in child.stderr
