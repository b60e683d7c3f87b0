"""A step that makes its table at the first call, and the first call falls into the capture."""

import torch

x = torch.ones(4, device="cuda")
(x * 2).tolist()  # load the kernels first
table = None


def step():
    global table
    if table is None:  # as libraries make handles, workspaces and tables
        table = torch.arange(4.0).cuda()
    return x * table


graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
