"""A driver on a machine without any GPU: it answers 100 (simulated)."""

import torch

x = torch.zeros(3).cuda()
