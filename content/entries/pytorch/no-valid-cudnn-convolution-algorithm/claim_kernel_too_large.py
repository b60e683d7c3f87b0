"""A 3x3 kernel on a 2x2 image without padding: which error is it?"""

import torch
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.randn(1, 3, 2, 2, device=device)
w = torch.randn(16, 3, 3, 3, device=device)
print(F.conv2d(x, w).shape)
