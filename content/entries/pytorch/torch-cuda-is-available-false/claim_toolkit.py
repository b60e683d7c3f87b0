"""No nvcc on PATH, and CUDA_HOME leads nowhere: does PyTorch lose the GPU?"""

import os
import subprocess
import sys

environment = {**os.environ, "PATH": "/usr/bin:/bin", "CUDA_HOME": "/nonexistent", "CUDA_PATH": "/nonexistent"}
command = [sys.executable, "-c", "import torch; print(torch.cuda.is_available())"]
child = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
print(child.stdout)
assert child.stdout.strip() == "False"
