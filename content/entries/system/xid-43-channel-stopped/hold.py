"""Take 1 GiB of the GPU, say so, and compute until somebody ends this process, or for 20 seconds."""

import time

import torch

held = torch.zeros(1 << 28, device="cuda")
torch.cuda.synchronize()
print("holding", flush=True)
end = time.monotonic() + 20
while time.monotonic() < end:
    held.add_(1)
    torch.cuda.synchronize()
