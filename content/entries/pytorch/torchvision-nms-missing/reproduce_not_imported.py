"""The operator is asked for by its full name; nothing has imported torchvision."""

import torch

boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
scores = torch.tensor([0.9, 0.8, 0.7])
keep = torch.ops.torchvision.nms(boxes, scores, 0.5)
