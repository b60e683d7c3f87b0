"""The matrix with NaN in it, moved to the CPU."""

import torch

a = torch.eye(4)
a[1, 2] = float("nan")
inverse = torch.linalg.inv(a.cpu())
q, r = torch.linalg.qr(a.cpu())
print("inverse:", inverse.tolist())
assert torch.isnan(inverse).any()  # no error, and no answer
assert torch.isnan(q @ r).any()
