"""The driver itself answers 101 when CUDA starts: no number of the program is wrong."""

import torch

print("torch", torch.__version__)
x = torch.zeros(1, device="cuda:0")
