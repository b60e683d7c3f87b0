"""PyTorch's pool has taken the whole card and has 1 GiB to spare; cuBLAS asks the driver."""

import torch

x = torch.eye(64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, still PyTorch's
spare = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
free, total = torch.cuda.mem_get_info()
print(f"unused in the pool: {spare:,} | free on the card: {free:,} of {total:,} bytes", flush=True)
print("sum:", (x @ x).sum().item())
