"""The driver library is there and finds no device (simulated: cuInit answers 100)."""

import torch

print("is_available:", torch.cuda.is_available())
x = torch.zeros(3).cuda()
