"""The same; the capturing stream waits for the second one before the capture ends."""

import torch

x = torch.ones(4, device="cuda")
side = torch.cuda.Stream()
(x * 2 + 1).tolist()  # load the kernels first
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        y = x * 2
    z = x + 1
    torch.cuda.current_stream().wait_stream(side)
graph.replay()
print("replayed:", y.tolist(), z.tolist())
assert y.tolist() == [2.0] * 4 and z.tolist() == [2.0] * 4
