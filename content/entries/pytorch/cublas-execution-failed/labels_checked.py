"""The same with the labels checked while they are on the CPU."""

import time

import torch

features = torch.eye(4, 8, device="cuda")
weight = torch.ones(8, 10, device="cuda")
labels = torch.tensor([[3], [9], [10], [0]])
classes = weight.shape[1]
wrong = (labels < 0) | (labels >= classes)
print(f"{int(wrong.sum())} labels outside 0 to {classes - 1}:", labels[wrong].tolist())
print("before:", (features @ weight).sum().item(), flush=True)
good = labels[~wrong].unsqueeze(1).to("cuda")
targets = torch.zeros(3, 10, device="cuda").scatter_(1, good, 1.0)
time.sleep(1)
scores = features @ weight
print("after:", scores.sum().item())
assert targets.argmax(1).tolist() == [3, 9, 0]
assert scores.sum().item() == 40
