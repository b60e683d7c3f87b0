"""Another PyTorch build, where the driver answers that the GPU is not available."""

import torch

x = torch.zeros(3, device="cuda")
