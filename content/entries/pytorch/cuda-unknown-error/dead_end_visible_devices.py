"""CUDA_VISIBLE_DEVICES=0 was exported before the program started, and the program sets it again."""

import os

assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"
os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import torch

x = torch.zeros(3).cuda()
