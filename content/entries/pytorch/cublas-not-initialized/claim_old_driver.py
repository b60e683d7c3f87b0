"""PyTorch with a driver that is too old for it: what does the first product say?"""

import torch

print("torch", torch.__version__, "built for CUDA", torch.version.cuda)
x = torch.eye(64, device="cuda")
print("sum:", (x @ x).sum().item())
