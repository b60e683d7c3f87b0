"""Another PyTorch build: the library that answers is found outside of it, by the same path."""

import torch

print("torch", torch.__version__, "| CUDA of the build:", torch.version.cuda)
x = torch.zeros(3, device="cuda")
