"""Import torchvision and call its function; the import registers the operator."""

import torch
import torchvision

boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
scores = torch.tensor([0.9, 0.8, 0.7])
keep = torchvision.ops.nms(boxes, scores, 0.5)
print("kept boxes:", keep.tolist())
assert keep.tolist() == [0, 2]
