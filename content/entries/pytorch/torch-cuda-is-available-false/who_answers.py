"""Which interpreter, which PyTorch, which build: asked in the program itself."""

import sys

import torch

print(sys.executable, torch.__file__, torch.version.cuda)
assert torch.__file__.startswith(sys.prefix)
