"""A label without a class, then the first product of the process."""

import torch
import torch.nn.functional as F

features = torch.ones(4, 64, device="cuda")
weight = torch.ones(64, 10, device="cuda")
scores = torch.zeros(4, 10, device="cuda")
labels = torch.tensor([1, 4, 7, 10], device="cuda")  # ten classes: 0 to 9
loss = F.cross_entropy(scores, labels)  # only queued: no error here
print("loss is on", loss.device, flush=True)
print("sum:", (features @ weight).sum().item())
