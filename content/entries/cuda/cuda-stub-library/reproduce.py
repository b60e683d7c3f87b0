"""PyTorch where the library that answers is the toolkit's stub: cuInit gives 34."""

import torch

x = torch.zeros(3, device="cuda")
