"""Load an extension that was built for CUDA 12 into a PyTorch for CUDA 13."""

import ctypes
from importlib.util import find_spec
from pathlib import Path

import torch

# A stand-in for flash-attn and the like: torchvision's library, marked as built for CUDA 12.
built_for_13 = next(Path(find_spec("torchvision").origin).parent.glob("_C*.so")).read_bytes()
extension = Path("extension.so").absolute()
extension.write_bytes(built_for_13.replace(b"libcudart.so.13", b"libcudart.so.12"))
print("torch.version.cuda:", torch.version.cuda)
ctypes.CDLL(str(extension))
