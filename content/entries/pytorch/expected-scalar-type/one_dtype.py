"""The whole model in one dtype, after its last part is in place."""

from collections import Counter

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)).bfloat16()
model[1] = torch.nn.Linear(4, 3)
print(Counter(p.dtype for p in model.parameters()))
model.to(torch.bfloat16)
x = torch.ones(2, 4, dtype=torch.bfloat16)
y = model(x)
assert y.dtype == torch.bfloat16 and y.shape == (2, 3)
