"""The layer, on the GPU where there is one: is cuDNN's status what PyTorch prints?"""

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
images = torch.randn(4, 3, 16, 16, device=device)
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=-1e-5)).to(device)
print("torch", torch.__version__, "on", device)
model(images)
