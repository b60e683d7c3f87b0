"""Which torch does this torchvision ask for, and does it work with the one installed?"""

from importlib.metadata import requires, version

import torch
import torchvision

pins = [line for line in requires("torchvision") if line.startswith("torch")]
print("torchvision", version("torchvision"), "requires", *pins)
boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
keep = torchvision.ops.nms(boxes, torch.tensor([0.9, 0.8, 0.7]), 0.5)
print("torch", version("torch"), "| kept boxes:", keep.tolist())
assert keep.tolist() == [0, 2]
assert all("==" in pin for pin in pins), "no exact version is asked for"
