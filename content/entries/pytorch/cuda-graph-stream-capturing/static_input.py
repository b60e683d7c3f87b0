"""The same step; its numbers lie in a GPU tensor that is filled between replays."""

import torch

x = torch.ones(4, device="cuda")
weights = torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda")


def step():
    return x * weights


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
weights.copy_(torch.tensor([5.0, 6.0, 7.0, 8.0]))
graph.replay()
print("replayed:", y.tolist())
assert y.tolist() == [5.0, 6.0, 7.0, 8.0]
