"""A step that reads one number back, captured into a CUDA graph."""

import torch

x = torch.ones(4, device="cuda")


def step():
    total = (x * 2).sum()
    return x / total.item()  # waits for the GPU


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
