"""torch.cuda.set_device() on a CPU-only build: the same fault under another name."""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
torch.cuda.set_device(0)
