"""The same boxes on the GPU with a CUDA build of torchvision."""

from importlib.metadata import version

import torch
from torchvision.ops import nms

print("torch", version("torch"), "| torchvision", version("torchvision"))
boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
scores = torch.tensor([0.9, 0.8, 0.7])
keep = nms(boxes.cuda(), scores.cuda(), 0.5)
print("kept boxes:", keep.tolist(), "on", keep.device)
assert keep.is_cuda and keep.tolist() == nms(boxes, scores, 0.5).tolist() == [0, 2]
