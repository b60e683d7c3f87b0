"""A weight for 4 channels and an image with 3: which error is it?"""

import torch
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.randn(1, 3, 8, 8, device=device)
w = torch.randn(16, 4, 3, 3, device=device)
print(F.conv2d(x, w, padding=1).shape)
