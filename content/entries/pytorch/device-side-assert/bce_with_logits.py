"""Give the raw scores to the loss that takes raw scores."""

import torch
import torch.nn.functional as F

scores = torch.tensor([-0.7, 0.2, 1.5], device="cuda")
labels = torch.tensor([0.0, 0.0, 1.0], device="cuda")
loss = F.binary_cross_entropy_with_logits(scores, labels)
print("loss:", loss.item())
by_hand = F.binary_cross_entropy(torch.sigmoid(scores), labels).item()
assert abs(loss.item() - by_hand) < 1e-6
