"""The code says only "system error"; with NCCL_DEBUG=WARN NCCL names the call."""

import os
import subprocess
import sys

job = """
import os, resource, torch
free = os.dup(0)
os.close(free)
resource.setrlimit(resource.RLIMIT_NOFILE, (free, free))
torch.cuda.nccl.unique_id()
"""
environment = dict(os.environ, NCCL_DEBUG="WARN")
answer = subprocess.run([sys.executable, "-c", job], env=environment, capture_output=True, text=True, check=False)
said = [line for line in (answer.stdout + answer.stderr).splitlines() if "NCCL WARN" in line]
print("\n".join(said))
assert any("Call to getifaddrs failed: Too many open files" in line for line in said)
