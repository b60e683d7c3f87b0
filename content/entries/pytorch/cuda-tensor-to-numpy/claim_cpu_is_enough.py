"""A prediction that still belongs to the autograd graph, copied to the CPU."""

import torch

x = torch.ones(3, requires_grad=True)
prediction = 2 * x
array = prediction.cpu().numpy()
