"""PyTorch without a usable driver: what does the first convolution say?"""

import torch
import torch.nn.functional as F

print("torch", torch.__version__, "| cuDNN", torch.backends.cudnn.version())
x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
print("first value:", F.conv2d(x, w)[0, 0, 0, 0].item())
