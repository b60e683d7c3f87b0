"""The same with PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, set before it started."""

import os

import torch

print("PYTORCH_CUDA_ALLOC_CONF:", os.environ["PYTORCH_CUDA_ALLOC_CONF"])
x = torch.eye(64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, still PyTorch's
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
print("sum:", (x @ x).sum().item())
