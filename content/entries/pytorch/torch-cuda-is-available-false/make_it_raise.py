"""The first tensor on the GPU raises the reason that is_available() keeps to itself."""

import subprocess
import sys

command = [sys.executable, "-c", "import torch; torch.zeros(1, device='cuda')"]
child = subprocess.run(command, capture_output=True, text=True, check=False)
reason = child.stderr.splitlines()[-1]
print(reason)
assert child.returncode == 1
assert "Found no NVIDIA driver on your system" in reason
