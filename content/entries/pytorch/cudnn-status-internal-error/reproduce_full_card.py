"""The first LSTM comes when the card is full; PyTorch itself still has 1 GiB."""

import torch

torch.manual_seed(0)
lstm = torch.nn.LSTM(64, 256, num_layers=2).to("cuda")
x = torch.rand(8, 4, 64, device="cuda")
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, in PyTorch's pool
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
y, _ = lstm(x)
print("sum:", y.sum().item())
