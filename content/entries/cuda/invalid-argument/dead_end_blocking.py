"""The same with CUDA_LAUNCH_BLOCKING=1: the traceback still ends at PyTorch's line."""

import torch
from pinning import pin

pin()
torch.ones(3, device="cuda").mul(2)
