"""The first transforms come when the card is full; PyTorch itself still has 1 GiB."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.rand(8, 100_000, device="cuda")
windows = [torch.hann_window(n, device="cuda") for n in (400, 512, 1000, 1022, 2047)]
frames = F.pad(x[None], (200, 200), mode="reflect")[0].unfold(1, 400, 160) * windows[0]
torch.complex(frames, frames).abs().mean().item()  # every kernel but cuFFT's is loaded now
taken, size = [], 2**30
while size >= 2**20:  # take everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
del taken[0]  # 1 GiB, unused, in PyTorch's pool
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
for window in windows:
    y = torch.stft(x, len(window), 160, window=window, return_complex=True)
    print("size", len(window), "| mean:", y.abs().mean().item(), flush=True)
