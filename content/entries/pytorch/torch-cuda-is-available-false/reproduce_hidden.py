"""The GPU works, and a process in which a variable hides it answers False, without a word."""

import os
import subprocess
import sys

import torch

if len(sys.argv) == 1:
    assert torch.zeros(1, device="cuda").item() == 0
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
    command = [sys.executable, __file__, "again"]
    child = subprocess.run(command, capture_output=True, text=True, env=hidden, check=True)
    print(child.stdout, child.stderr)
    assert child.stdout.strip() == "False"
    assert not child.stderr
else:
    print(torch.cuda.is_available())
