"""The first tensor on the GPU, with a forward-compatibility library that refuses this card."""

import torch

x = torch.ones(3, device="cuda")
