"""Class numbers as int64; and the dtype of the prediction for targets that are measured."""

import torch

torch.manual_seed(0)
logits = torch.randn(4, 3)
labels = torch.tensor([0.0, 2.0, 1.0, 2.0])  # such as a column of a table
labels = labels.long()
loss_function = torch.nn.CrossEntropyLoss()
loss = loss_function(logits, labels)
by_hand = -torch.log_softmax(logits, 1)[torch.arange(4), labels].mean()

prediction = torch.zeros(4, requires_grad=True)
target = torch.ones(4, dtype=torch.float64)
target = target.to(prediction.dtype)
squares = torch.nn.functional.mse_loss(prediction, target)
squares.backward()
print("cross entropy:", loss.item(), "| gradient:", prediction.grad.tolist())
assert torch.allclose(loss, by_hand) and prediction.grad.tolist() == [-0.5] * 4
