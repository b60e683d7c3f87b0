"""A second stream takes part in the capture, and the first does not wait for it."""

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
