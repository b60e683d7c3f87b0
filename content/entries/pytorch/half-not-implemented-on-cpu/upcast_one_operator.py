"""Only the operator that has no float16 runs in float32."""

import torch

matrix = 4 * torch.eye(3, dtype=torch.float16)
factor = torch.linalg.cholesky(matrix.float()).to(matrix.dtype)
with torch.autocast("cpu", dtype=torch.bfloat16):  # its list has the linear algebra
    by_autocast = torch.linalg.cholesky(matrix)
print("by hand:", factor.dtype, "| by autocast:", by_autocast.dtype)
assert torch.equal(factor, 2 * torch.eye(3, dtype=torch.float16))
assert torch.equal(by_autocast, 2 * torch.eye(3))
