"""Only the input becomes float32; the weights stay float16."""

import torch

torch.manual_seed(0)
model = torch.nn.Linear(8, 4).half()
x = torch.randn(2, 8, dtype=torch.float16)
y = model(x.float())
