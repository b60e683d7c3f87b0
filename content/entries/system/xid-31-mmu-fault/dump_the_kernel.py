"""The same program, asked for a GPU core dump: the file names the kernel that faulted."""

import os
import subprocess
import sys
from pathlib import Path

ASKED = {
    "CUDA_ENABLE_COREDUMP_ON_EXCEPTION": "1",
    "CUDA_ENABLE_LIGHTWEIGHT_COREDUMP": "1",
    "CUDA_COREDUMP_FILE": "gpu.core",
}
job = subprocess.run([sys.executable, "reproduce.py"], env=os.environ | ASKED, capture_output=True, text=True)
print(job.stderr[-500:])
dump = Path("gpu.core")
print("exit code:", job.returncode, "- size of the dump:", dump.stat().st_size)
assert job.returncode != 0
assert dump.read_bytes().startswith(b"\x7fELF")
