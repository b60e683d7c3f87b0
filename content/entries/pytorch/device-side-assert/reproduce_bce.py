"""BCELoss wants probabilities; the model returns raw scores."""

import torch
import torch.nn.functional as F

scores = torch.tensor([-0.7, 0.2, 1.5], device="cuda")
labels = torch.tensor([0.0, 0.0, 1.0], device="cuda")
print("scores:", scores.tolist())
print("loss:", F.binary_cross_entropy(scores, labels).item())
