"""The same, with one such call before the card fills up."""

import torch

a = torch.diag(torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda"))
torch.linalg.eigh(a)  # makes the handle, loads the kernels
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
values, _ = torch.linalg.eigh(a)
print("eigenvalues:", values.tolist())
assert torch.allclose(values.cpu(), torch.tensor([1.0, 2.0, 3.0, 4.0]))
