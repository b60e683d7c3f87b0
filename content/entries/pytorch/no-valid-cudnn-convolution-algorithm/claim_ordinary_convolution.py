"""A first convolution as in many networks: 32 images of 256x256, 3 to 64 channels."""
import torch
from torch import nn

x = torch.randn(32, 3, 256, 256, device="cuda")
conv = nn.Conv2d(3, 64, kernel_size=3, padding=1).cuda()
y = conv(x)
torch.cuda.synchronize()
print(tuple(y.shape), "cuDNN", torch.backends.cudnn.version())
