"""numpy(force=True), dtype by dtype."""

import torch

for dtype in (torch.float32, torch.float16, torch.bool, torch.complex64, torch.bfloat16):
    x = torch.ones(2, dtype=dtype)
    array = x.numpy(force=True)
    print(dtype, "->", array.dtype)
