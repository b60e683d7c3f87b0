"""The same; what the pool does not use goes back to the driver before the first product."""

import torch

x = torch.eye(64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, still PyTorch's
torch.cuda.empty_cache()  # now the driver's
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
answer = (x @ x).sum().item()
print("sum:", answer)
assert answer == 64
