"""A library tries to pin memory and is refused, as with memory that was unmapped or is pinned elsewhere."""

import torch

torch.zeros(1, device="cuda")


def pin():
    return torch.cuda.cudart().cudaHostRegister(0, 4096, 1)  # no memory is there
