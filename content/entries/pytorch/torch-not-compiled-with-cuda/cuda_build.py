"""The same call after a CUDA build of PyTorch has replaced the CPU one."""

import torch

print("torch", torch.__version__, "| torch.version.cuda:", torch.version.cuda)
x = torch.zeros(3, device="cuda")
print("tensor on", x.device, "|", torch.cuda.get_device_name(x.device))
assert torch.version.cuda is not None
assert x.is_cuda and x.sum().item() == 0.0
