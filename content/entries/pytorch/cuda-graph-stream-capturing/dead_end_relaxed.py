"""The step with .item(), captured in the most lenient mode."""

import torch

x = torch.ones(4, device="cuda")


def step():
    total = (x * 2).sum()
    return x / total.item()  # waits for the GPU


print("eager:", step().tolist())
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph, capture_error_mode="relaxed"):
    y = step()
