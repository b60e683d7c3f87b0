"""`with torch.cuda.device(0)` on a CPU-only build: the same fault in other words."""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
with torch.cuda.device(0):
    pass
