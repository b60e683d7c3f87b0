"""The same step, run on a side stream before the capture: the table is there by then."""

import torch

x = torch.ones(4, device="cuda")
(x * 2).tolist()  # load the kernels first
table = None


def step():
    global table
    if table is None:  # as libraries make handles, workspaces and tables
        table = torch.arange(4.0).cuda()
    return x * table


side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    for _ in range(3):
        step()
torch.cuda.current_stream().wait_stream(side)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = step()
x.fill_(3)
graph.replay()
print("replayed:", y.tolist())
assert y.tolist() == [0.0, 3.0, 6.0, 9.0]
