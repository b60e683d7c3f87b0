"""The same driver, and a first call that PyTorch does not check beforehand (simulated)."""

import torch

stream = torch.cuda.Stream()
