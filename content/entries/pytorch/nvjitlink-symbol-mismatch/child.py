"""Import PyTorch in a process of its own, and fail with what it says."""

import os
import subprocess
import sys


def import_torch(before="", options=(), **variables):
    """Return what the child printed; variables that are None are taken away."""
    environment = {**os.environ, **variables}
    environment = {name: value for name, value in environment.items() if value is not None}
    command = [sys.executable, *options, "-c", before + "import torch; print(torch.__version__)"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise ImportError(answer.stderr.strip().splitlines()[-1].partition(": ")[2])
    return answer.stdout.strip()
