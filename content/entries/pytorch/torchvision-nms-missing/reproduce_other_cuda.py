"""Make torch say it was built with CUDA 11.8; torchvision's check compares on import."""

import torch

print("built with CUDA", torch.version.cuda, "| now says 11.8")
torch.version.cuda = "11.8"
import torchvision
