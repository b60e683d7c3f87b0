"""The same import with a torchvision that was built for this torch."""

from importlib.metadata import version

import torch

print("torch", version("torch"), "| torchvision", version("torchvision"))
from torchvision.ops import nms

boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
keep = nms(boxes, torch.tensor([0.9, 0.8, 0.7]), 0.5)
print("kept boxes:", keep.tolist())
assert keep.tolist() == [0, 2]
