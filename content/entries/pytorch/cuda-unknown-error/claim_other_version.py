"""The reproduction, with whichever PyTorch is installed."""

import torch

print("torch", torch.__version__, "for CUDA", torch.version.cuda)
print("is_available:", torch.cuda.is_available())
x = torch.zeros(3).cuda()
