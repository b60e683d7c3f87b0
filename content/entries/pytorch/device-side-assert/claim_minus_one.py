"""A label of -1, with nothing said about ignoring it; first the value that is ignored."""

import torch
import torch.nn.functional as F

logits = torch.zeros(2, 10)
ignored = F.cross_entropy(logits, torch.tensor([3, -100])).item()
print("label -100:", ignored)
print("label -1:", F.cross_entropy(logits, torch.tensor([3, -1])).item())
