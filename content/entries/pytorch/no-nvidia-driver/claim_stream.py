"""Another first call on a machine that has no driver."""

import torch

stream = torch.cuda.Stream()
