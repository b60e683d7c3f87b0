import torch

assert torch.zeros(int("1")).sum() == 0
