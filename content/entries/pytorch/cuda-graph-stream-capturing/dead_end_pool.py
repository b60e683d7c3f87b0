"""The step with .item(), captured with a memory pool of its own."""

import torch

x = torch.ones(4, device="cuda")


def step():
    total = (x * 2).sum()
    return x / total.item()  # waits for the GPU


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph, pool=torch.cuda.graph_pool_handle()):
    y = step()
