"""A library asks for a kernel that this runtime does not know, and ignores the answer; PyTorch's next launch reports it."""

import torch
from unknown_kernel import ask

ask()
torch.ones(3, device="cuda").mul(2)
