"""Does contiguous() move a slice? On the CPU; the rule is the same on the GPU."""

import torch

row = torch.ones(1025)
x = row[1:]
print("before:", x.data_ptr() % 16, "after:", x.contiguous().data_ptr() % 16, "clone:", x.clone().data_ptr() % 16)
assert x.contiguous().data_ptr() != x.data_ptr()
