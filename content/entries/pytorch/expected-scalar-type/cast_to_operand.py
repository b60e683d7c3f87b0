"""After the float32 softmax, back to the dtype of the other operand."""

import torch

torch.manual_seed(0)
q, k, v = (torch.randn(2, 4, 8, dtype=torch.bfloat16) for _ in range(3))
weights = torch.softmax((q @ k.transpose(1, 2)).float(), dim=-1).to(v.dtype)
y = torch.matmul(weights, v)
expected = weights.float() @ v.float()
print("output:", y.dtype, "| largest error:", (y.float() - expected).abs().max().item())
assert y.dtype == torch.bfloat16 and torch.allclose(y.float(), expected, atol=0.02)
