"""Leave the check out, and go on to the GPU all the same."""

import torch

x = torch.zeros(1).to("cuda")
