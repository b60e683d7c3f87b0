"""The same step with the number left on the GPU; it is read after the replay."""

import torch

x = torch.ones(4, device="cuda")


def step():
    total = (x * 2).sum()
    return x / total  # a tensor of no dimensions


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
x.fill_(3)
graph.replay()
print("replayed:", y.tolist())
assert y.tolist() == [0.125] * 4
