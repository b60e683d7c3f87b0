"""Operators of PyTorch on slices that start at an odd element, in three types."""

import torch

for kind in (torch.float32, torch.float16, torch.int8):
    row = torch.ones(4097, device="cuda").to(kind)
    x = row[1:]
    assert x.data_ptr() % 16 != 0
    results = [x + x, x.clone(), x.sum(), torch.relu(x), torch.cat([x, x]), x.sort().values]
    print(kind, "sum:", results[2].item())
    assert results[2].item() == 4096
torch.cuda.synchronize()
