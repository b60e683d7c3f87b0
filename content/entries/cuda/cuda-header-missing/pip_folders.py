"""Name all folders of headers that pip packages brought."""

import subprocess
import sys

from toolkit import compile_with

command = """
import glob, nvidia
print(':'.join(d for p in nvidia.__path__ for d in glob.glob(p + '/*/include') + glob.glob(p + '/*/include/cccl')))
"""
folders = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.strip()
size = compile_with("g++", header="cuda_runtime.h", CPATH=folders)
assert size > 0
