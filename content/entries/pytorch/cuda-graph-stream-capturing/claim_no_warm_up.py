"""Capture the first matrix product and the first convolution of the process, cold."""

import torch
import torch.nn.functional as F

a = torch.eye(64, device="cuda")
x = torch.ones(1, 3, 8, 8, device="cuda")
w = torch.ones(4, 3, 3, 3, device="cuda")
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    product = a @ a
    image = F.conv2d(x, w)
graph.replay()
print("product:", product.trace().item(), "| convolution:", image[0, 0, 0, 0].item())
assert product.trace().item() == 64 and image[0, 0, 0, 0].item() == 27
