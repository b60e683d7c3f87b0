"""A CUDA build that can see no GPU: does it print the same message?"""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
x = torch.zeros(3, device="cuda")
