"""The same with cuDNN switched off: the convolution becomes a product, and cuBLAS is asked."""

import torch
import torch.nn.functional as F

torch.backends.cudnn.enabled = False
x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, in PyTorch's pool
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
y = F.conv2d(x, w)
print("shape:", tuple(y.shape), "| first value:", y[0, 0, 0, 0].item())
