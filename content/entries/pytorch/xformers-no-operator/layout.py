"""Tensors as xFormers takes them, (batch, sequence, heads, size), and the plain formula for them."""

import torch

torch.manual_seed(0)
q, k, v = torch.randn(3, 2, 128, 8, 64)


def expected(bias=0):
    scores = torch.einsum("bmhd,bnhd->bhmn", q, k) / q.shape[-1] ** 0.5 + bias
    return torch.einsum("bhmn,bnhd->bmhd", scores.softmax(-1), v)
