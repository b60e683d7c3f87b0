"""Labels as 32-bit integers."""

import torch

torch.manual_seed(0)
logits = torch.randn(4, 3)
labels = torch.tensor([0.0, 2.0, 1.0, 2.0]).int()
loss_function = torch.nn.CrossEntropyLoss()
loss = loss_function(logits, labels)
