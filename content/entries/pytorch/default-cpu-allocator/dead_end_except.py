"""The same allocation with the exceptions that mean "out of memory" elsewhere: Python's, and PyTorch's for the GPU."""

import torch
from host_limit import leave

leave(256 * 2**20)
try:
    ones = torch.ones(2**27)
except (MemoryError, torch.cuda.OutOfMemoryError):
    ones = torch.ones(2**20)
