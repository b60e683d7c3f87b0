"""The step with .item(), warmed up eleven times on a side stream as the guides say."""

import torch

x = torch.ones(4, device="cuda")


def step():
    total = (x * 2).sum()
    return x / total.item()  # waits for the GPU


side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    for _ in range(11):
        step()
torch.cuda.current_stream().wait_stream(side)
print("warmed up", flush=True)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
