"""CUDA_VISIBLE_DEVICES is set to 0 before this program starts."""

import os

import torch

assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"
x = torch.zeros(3).cuda()
