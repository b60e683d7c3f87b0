"""PyTorch's own attention on tensors in xFormers' layout."""

import torch
import torch.nn.functional as F
from layout import expected, k, q, v

out = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)).transpose(1, 2)
assert out.shape == q.shape and torch.allclose(out, expected(), atol=1e-5)
