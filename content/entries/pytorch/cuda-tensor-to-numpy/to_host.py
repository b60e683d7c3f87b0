"""Detach, copy to the host, convert."""

import torch

x = torch.arange(3.0, device="cuda", requires_grad=True)
array = x.detach().cpu().numpy()
print(type(array).__name__, array.dtype, array.tolist())
assert array.tolist() == [0.0, 1.0, 2.0] and x.is_cuda
