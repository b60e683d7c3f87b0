"""A product without a layer: one factor needs to be transposed."""

import torch

queries = torch.randn(5, 64)
keys = torch.randn(7, 64)
scores = torch.mm(queries, keys)
