"""A GPU that waits for its reset: CUDA answers 214 before the first tensor exists."""

import torch

x = torch.full((3,), 1.0, device="cuda")
