"""A step that builds a tensor from Python numbers, captured into a CUDA graph."""

import torch

x = torch.ones(4, device="cuda")


def step():
    weights = torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda")  # from ordinary memory
    return x * weights


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
