"""Class numbers that were read as floating-point numbers."""

import torch

torch.manual_seed(0)
logits = torch.randn(4, 3)
labels = torch.tensor([0.0, 2.0, 1.0, 2.0])  # such as a column of a table
loss_function = torch.nn.CrossEntropyLoss()
loss = loss_function(logits, labels)
