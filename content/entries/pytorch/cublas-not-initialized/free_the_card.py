"""The same after the other process, one of our own, has been ended: the handle finds room."""

import subprocess
import sys
import time

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
other = subprocess.Popen(
    [sys.executable, "-c", FILL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
print(other.stdout.readline().strip())
other.terminate()
other.wait()
for _ in range(30):
    if torch.cuda.mem_get_info()[0] > 2**30:
        break
    time.sleep(0.1)
print(f"free on the card: {torch.cuda.mem_get_info()[0]:,} bytes", flush=True)
total = (x @ x).sum().item()
print("sum:", total)
assert total == 64
