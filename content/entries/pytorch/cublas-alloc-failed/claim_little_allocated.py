"""Everything is freed again, PyTorch reports next to nothing as allocated: is there room now?"""

import torch

x = torch.eye(64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
taken.clear()
allocated = torch.cuda.memory_allocated()
reserved = torch.cuda.memory_reserved()
print(f"allocated: {allocated:,} | reserved: {reserved:,} bytes", flush=True)
assert allocated < 2**20
print("sum:", (x @ x).sum().item())
