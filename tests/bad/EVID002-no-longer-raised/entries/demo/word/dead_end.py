import torch

torch.zeros(int(float("word")))
