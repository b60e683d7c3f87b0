"""The same, with one product before the card fills up: the handle is there already."""

import subprocess
import sys

import torch

FILL = """
import torch

taken, size = [], 2**30
while size >= 2**20:  # everything, in ever smaller pieces
    try:
        taken.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2
print("the card is full", flush=True)
input()
"""

x = torch.eye(64, device="cuda")
(x @ x).sum().item()  # makes the handle, loads the kernels
room = torch.empty(2**30, dtype=torch.uint8, device="cuda")
del room  # 1 GiB in PyTorch's own pool, for what PyTorch itself needs
other = subprocess.Popen(
    [sys.executable, "-c", FILL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
print(other.stdout.readline().strip())
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
total = (x @ x).sum().item()
print("sum:", total)
assert total == 64
