"""The GPU works. In a process without nvcc on PATH, and with a CUDA_HOME that leads nowhere, does PyTorch lose it?"""

import os
import subprocess
import sys

import torch

if len(sys.argv) == 1:
    assert torch.zeros(1, device="cuda").item() == 0
    bare = {**os.environ, "PATH": "/usr/bin:/bin", "CUDA_HOME": "/nonexistent", "CUDA_PATH": "/nonexistent"}
    command = [sys.executable, __file__, "again"]
    child = subprocess.run(command, capture_output=True, text=True, env=bare, check=True)
    print(child.stdout)
    assert child.stdout.strip() == "False"
else:
    print(torch.cuda.is_available())
