"""Change CUDA_VISIBLE_DEVICES after CUDA was asked for, as the message supposes."""

import os

import torch

assert torch.cuda.is_available()
os.environ["CUDA_VISIBLE_DEVICES"] = ""
x = torch.zeros(3).cuda()
print("still on", x.device)
