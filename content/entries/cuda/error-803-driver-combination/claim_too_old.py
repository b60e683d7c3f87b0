"""A driver that is simply too old for this PyTorch (CUDA 11.4): which words does that give?"""

import torch

x = torch.zeros(3, device="cuda")
