"""The same question in a process that starts without the variable."""

import os
import subprocess
import sys

import torch

if len(sys.argv) == 1:
    assert torch.zeros(1, device="cuda").item() == 0
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
    command = ["env", "-u", "CUDA_VISIBLE_DEVICES", sys.executable, __file__, "again"]
    child = subprocess.run(command, capture_output=True, text=True, env=hidden, check=True)
    print(child.stdout)
    assert child.stdout.strip() == "True"
else:
    print(torch.cuda.is_available())
