"""The same script with the number of a GPU that exists."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import torch

x = torch.zeros(3).cuda()
print("visible:", torch.cuda.device_count(), "| on", x.device)
assert torch.cuda.device_count() == 1
assert x.device == torch.device("cuda", 0)
