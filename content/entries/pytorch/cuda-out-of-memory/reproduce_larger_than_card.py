"""One allocation, 1 GiB larger than the whole card."""

import torch

free, total = torch.cuda.mem_get_info()
print(f"free {free / 2**30:.2f} GiB of {total / 2**30:.2f} GiB")
torch.empty(total + 2**30, dtype=torch.uint8, device="cuda")
