"""A CPU tensor and a meta tensor, in a sum and in a product: is the mix reported?"""

import torch

weight = torch.ones(2, 2, device="meta")
x = torch.ones(2, 2)
try:
    x + weight
except RuntimeError as error:
    print("sum:", error)
y = x @ weight
print("product on", y.device, "| right would be all 2, if anything:", y.tolist())
