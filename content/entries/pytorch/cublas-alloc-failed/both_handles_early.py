"""The same, after one small step forward and back: both threads have their handles."""

import torch

x = torch.eye(64, device="cuda", requires_grad=True)
one = torch.ones((), device="cuda")
(x @ x).sum().backward(one)  # makes both handles, loads the kernels
x.grad.sum().item()
x.grad = None

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
gradient = x.grad.sum().item()
print("gradient:", gradient)
assert gradient == 2 * 64 * 64
