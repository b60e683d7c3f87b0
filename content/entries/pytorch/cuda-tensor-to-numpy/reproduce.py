"""A tensor on the GPU, asked for its NumPy array."""

import torch

x = torch.ones(3, device="cuda")
print("torch", torch.__version__, "|", x.device)
array = x.numpy()
