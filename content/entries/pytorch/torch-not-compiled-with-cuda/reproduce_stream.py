"""Make a CUDA stream on a CPU-only build: the same fault in other words."""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
torch.cuda.Stream()
