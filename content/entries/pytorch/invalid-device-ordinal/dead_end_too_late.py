"""CUDA_VISIBLE_DEVICES set inside the program, after CUDA has started."""

import os

import torch

torch.cuda.init()
number = torch.cuda.device_count()
os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(str(index) for index in range(number + 1))
print("CUDA_VISIBLE_DEVICES:", os.environ["CUDA_VISIBLE_DEVICES"])
x = torch.zeros(1, device=f"cuda:{number}")
