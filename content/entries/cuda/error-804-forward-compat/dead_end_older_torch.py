"""Another PyTorch inside the same image: print which, then make the same call."""

import torch

print("PyTorch", torch.__version__, "built for CUDA", torch.version.cuda)
x = torch.ones(3, device="cuda")
