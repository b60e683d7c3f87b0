"""autocast chooses the dtype of each product; the operands may differ."""

import torch

torch.manual_seed(0)
q, k, v = (torch.randn(2, 4, 8, dtype=torch.bfloat16) for _ in range(3))
with torch.autocast("cpu", dtype=torch.bfloat16):
    weights = torch.softmax((q @ k.transpose(1, 2)).float(), dim=-1)
    y = torch.matmul(weights, v)
expected = weights @ v.float()
print("weights:", weights.dtype, "| values:", v.dtype, "| output:", y.dtype)
assert weights.dtype == torch.float32 and y.dtype == torch.bfloat16
assert torch.allclose(y.float(), expected, atol=0.02)
