"""The driver answers 3 when it is started (simulated)."""

import torch

print("is_available:", torch.cuda.is_available())
x = torch.zeros(3).cuda()
