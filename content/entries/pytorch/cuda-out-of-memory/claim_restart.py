"""Runs out of memory, then goes on in the same process."""

import torch

total = torch.cuda.get_device_properties(0).total_memory
try:
    torch.empty(total + 2**30, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError:
    print("out of memory, caught")

x = torch.arange(1000, device="cuda")
print("sum on the device:", int(x.sum()))
assert int(x.sum()) == 499500
