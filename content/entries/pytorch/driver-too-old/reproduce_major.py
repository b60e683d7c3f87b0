"""A driver for CUDA 11.4 and any PyTorch for CUDA 12 or 13."""

import torch

print("torch", torch.__version__, "for CUDA", torch.version.cuda)
x = torch.zeros(3).cuda()
