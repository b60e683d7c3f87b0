import torch

torch.zeros(int("word"))
