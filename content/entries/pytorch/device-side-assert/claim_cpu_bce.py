"""BCELoss with raw scores, on the CPU."""

import torch
import torch.nn.functional as F

scores = torch.tensor([-0.7, 0.2, 1.5])
print("loss:", F.binary_cross_entropy(scores, torch.tensor([0.0, 0.0, 1.0])).item())
