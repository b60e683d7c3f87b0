"""A new environment with another PyTorch and another CUDA, on the same GPU."""

import torch

print("environment:", torch.__version__, "with CUDA", torch.version.cuda)
x = torch.full((3,), 1.0, device="cuda")
