"""View bytes behind a header of one byte as floats, in PyTorch, on the CPU."""

import torch

file = torch.zeros(1 + 4 * 256, dtype=torch.uint8)
values = file[1:].view(torch.float32)
print("address modulo 4:", values.data_ptr() % 4)
