"""A handler for PyTorch's out-of-memory error around the first product."""

import torch

x = torch.eye(64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, still PyTorch's
try:
    print("sum:", (x @ x).sum().item())
except torch.OutOfMemoryError:
    print("handled as out of memory")
