"""The first linear algebra comes when the card is full; PyTorch itself still has 1 GiB."""

import torch

a = torch.diag(torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda"))
a.mT.contiguous()  # the kernel that copies is loaded while there is room
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, in PyTorch's pool
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
values, _ = torch.linalg.eigh(a)
print("eigenvalues:", values.tolist())
