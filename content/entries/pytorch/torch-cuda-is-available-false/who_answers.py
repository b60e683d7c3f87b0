"""Which interpreter, which PyTorch, which build: asked in the program itself."""

import sys
from pathlib import Path

import torch

print(sys.executable, torch.__file__, torch.version.cuda)
assert Path(torch.__file__).is_relative_to(sys.prefix)
