"""Unusable cuBLAS files first on LD_LIBRARY_PATH: which ones does PyTorch load?"""

import os
import subprocess
import sys

os.mkdir("toolkit")
for name in ("libcublas", "libcublasLt"):
    for version in ("12", "13"):
        open(f"toolkit/{name}.so.{version}", "w").close()  # empty: loading it fails

program = """
import torch
print("torch", torch.__version__)
maps = {line.split()[-1] for line in open("/proc/self/maps") if "libcublas" in line}
print(*sorted(maps), sep="\\n")
"""
toolkit = os.path.abspath("toolkit")
run = subprocess.run(
    [sys.executable, "-c", program],
    env=dict(os.environ, LD_LIBRARY_PATH=toolkit),
    capture_output=True,
    text=True,
    check=False,
)
print(run.stdout + run.stderr)
assert run.stdout.startswith("torch") or toolkit in run.stderr, "PyTorch did not start"
assert toolkit in run.stdout + run.stderr, "PyTorch loaded its own cuBLAS"
