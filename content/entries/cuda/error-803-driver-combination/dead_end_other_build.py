"""Another PyTorch build, made for another CUDA: the failing library is not part of it."""

import torch

print("torch", torch.__version__, "| CUDA of the build:", torch.version.cuda)
x = torch.zeros(3, device="cuda")
