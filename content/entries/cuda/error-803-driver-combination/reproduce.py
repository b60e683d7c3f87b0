"""The first use of the GPU: cuInit answers 803 before any device is looked at."""

import torch

x = torch.zeros(3, device="cuda")
