"""The forward pass has its handle; backward() runs in another thread and needs one more."""

import torch

x = torch.eye(64, device="cuda", requires_grad=True)
one = torch.ones((), device="cuda")
loss = (x @ x).sum()
print("forward:", loss.item())
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, still PyTorch's
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
loss.backward(one)
print("gradient:", x.grad.sum().item())
