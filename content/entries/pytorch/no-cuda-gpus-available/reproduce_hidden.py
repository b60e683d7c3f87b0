"""A project's training script that names the fourth GPU of its author's machine."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "99"  # on this machine there is no such GPU

import torch

x = torch.zeros(3).cuda()
