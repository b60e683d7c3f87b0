"""A product that has worked, then a label outside the classes, then the same product."""

import time

import torch

features = torch.eye(4, 8, device="cuda")
weight = torch.ones(8, 10, device="cuda")
labels = torch.tensor([[3], [9], [10], [0]], device="cuda")  # ten classes: 0 to 9
print("before:", (features @ weight).sum().item(), flush=True)  # the handle is there
targets = torch.zeros(4, 10, device="cuda").scatter_(1, labels, 1.0)  # only queued
time.sleep(1)  # by now its kernel has failed
scores = features @ weight
print("after:", scores.sum().item())
