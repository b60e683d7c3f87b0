"""PyTorch, where the first CUDA call is a stream: no check of its own comes before it."""

import torch

stream = torch.cuda.Stream()
