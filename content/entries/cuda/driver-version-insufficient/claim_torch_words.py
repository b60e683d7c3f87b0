"""PyTorch's usual first call, where there is no driver."""

import torch

x = torch.arange(3, device="cuda")
