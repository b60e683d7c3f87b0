"""Fault in one process, compute in another, on the same GPU."""

import subprocess
import sys

import torch

job = subprocess.run([sys.executable, "reproduce.py"], capture_output=True, text=True)
print(job.stderr[-300:])
assert job.returncode != 0
assert "illegal memory access" in job.stderr
total = torch.arange(1000, device="cuda").sum().item()  # the first CUDA call of this process
print("sum afterwards:", total)
assert total == 499500
