"""PyTorch for CUDA 13.2 with the driver of CUDA 13.0 and no compat library: is it refused?"""

import torch

print("built for CUDA", torch.version.cuda)
x = torch.ones(3, device="cuda")
