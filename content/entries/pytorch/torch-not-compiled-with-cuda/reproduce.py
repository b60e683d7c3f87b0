"""Put one tensor on the GPU with a PyTorch build that has no CUDA code."""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
x = torch.zeros(3, device="cuda")
