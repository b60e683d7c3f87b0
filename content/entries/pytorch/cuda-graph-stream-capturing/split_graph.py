"""The same step in two parts: the product from a graph, the number and the rest without."""

import torch

x = torch.ones(4, device="cuda")
(x * 2).sum().item()  # load the kernels first
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    total = (x * 2).sum()
x.fill_(3)
graph.replay()
y = x / total.item()
print("total:", total.item(), "| result:", y.tolist())
assert y.tolist() == [0.125] * 4
