"""Catch it, empty the cache, and try again with one row."""

import time

import torch

features = torch.eye(4, 8, device="cuda")
weight = torch.ones(8, 10, device="cuda")
labels = torch.tensor([[3], [9], [10], [0]], device="cuda")
print("before:", (features @ weight).sum().item(), flush=True)
targets = torch.zeros(4, 10, device="cuda").scatter_(1, labels, 1.0)
time.sleep(1)
try:
    scores = features @ weight
except RuntimeError as error:
    print("first try:", str(error).splitlines()[0], flush=True)
torch.cuda.empty_cache()
scores = features[:1] @ weight
print("after:", scores.sum().item())
