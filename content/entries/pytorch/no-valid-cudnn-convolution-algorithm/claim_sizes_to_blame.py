"""The ordinary convolution with 256 MiB allowed, then the same sizes without a limit."""

import torch
from torch import nn

capacity = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(2**28 / capacity)
x = torch.randn(32, 3, 256, 256, device="cuda")
conv = nn.Conv2d(3, 64, kernel_size=3, padding=1).cuda()
try:
    conv(x)
except RuntimeError as error:
    print("with 256 MiB:", str(error).partition(". ")[0])
torch.cuda.set_per_process_memory_fraction(1.0)
y = conv(x)
torch.cuda.synchronize()
print("without a limit:", tuple(y.shape))
