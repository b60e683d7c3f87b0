"""A product of a CPU tensor and a meta tensor: is the mix reported?"""

import torch

weight = torch.ones(2, 2, device="meta")
x = torch.ones(2, 2)
y = x @ weight
print("on", y.device, "| right would be all 2, if anything:", y.tolist())
