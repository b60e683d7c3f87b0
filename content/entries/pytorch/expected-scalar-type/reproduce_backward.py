"""A float64 target: the loss is computed, its gradient is not."""

import torch

prediction = torch.zeros(4, requires_grad=True)
target = torch.ones(4, dtype=torch.float64)
loss = torch.nn.functional.mse_loss(prediction, target)
print("torch", torch.__version__, "| loss:", loss.item(), loss.dtype)
loss.backward()
