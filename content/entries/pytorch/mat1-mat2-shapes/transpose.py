"""The transposed second factor: the inner sizes are equal."""

import torch

queries = torch.randn(5, 64)
keys = torch.randn(7, 64)
scores = torch.mm(queries, keys.T)
print("scores:", tuple(scores.shape))
assert scores.shape == (5, 7)
assert torch.allclose(scores[2, 3], queries[2] @ keys[3], atol=1e-4)
