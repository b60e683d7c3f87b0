"""The same program, asked for a GPU core dump: the file names the kernel that faulted."""

import os
import subprocess
import sys
from pathlib import Path

ASKED = {
    "CUDA_ENABLE_COREDUMP_ON_EXCEPTION": "1",
    "CUDA_COREDUMP_GENERATION_FLAGS": "skip_global_memory,skip_shared_memory,skip_local_memory",
    "CUDA_COREDUMP_FILE": "gpu.%p.core",
}
job = subprocess.Popen([sys.executable, "reproduce.py"], env=os.environ | ASKED, stderr=subprocess.PIPE, text=True)
_out, errors = job.communicate()
print(errors[-500:])
dump = Path(f"gpu.{job.pid}.core")
print("exit code:", job.returncode, "- size of the dump:", dump.stat().st_size, "- it begins with", dump.read_bytes()[:4])
assert job.returncode != 0
assert dump.stat().st_size > 0
