"""The same extension, built for the CUDA version of the installed PyTorch: it is loaded."""

import ctypes
from importlib.util import find_spec
from pathlib import Path

import torch

built_for_13 = next(Path(find_spec("torchvision").origin).parent.glob("_C*.so")).read_bytes()
extension = Path("extension.so").absolute()
extension.write_bytes(built_for_13)
print("torch.version.cuda:", torch.version.cuda)
ctypes.CDLL(str(extension))
boxes = torch.tensor([[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 2.1], [5.0, 5.0, 6.0, 6.0]])
kept = torch.ops.torchvision.nms(boxes, torch.tensor([0.9, 0.8, 0.7]), 0.5)
print("boxes kept:", kept.tolist())
assert kept.tolist() == [0, 2]
