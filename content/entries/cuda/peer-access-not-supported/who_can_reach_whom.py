"""Which GPU can read the memory of which other one, and a copy between two of them, which needs no peer access."""

import torch

count = torch.cuda.device_count()
for a in range(count):
    print(a, {b: torch.cuda.can_device_access_peer(a, b) for b in range(count) if b != a})
x = torch.arange(1000, device="cuda:0")
total = x.to("cuda:1").sum().item()
print("sum on cuda:1:", total)
assert count >= 2
assert total == 499500
