"""While the graph is captured, another thread allocates memory for something else."""

import threading

import torch

x = torch.ones(4, device="cuda")
buffers = []


def load_next():
    buffers.append(torch.empty(2**28, dtype=torch.uint8, device="cuda"))


(x * 2 + 1).tolist()  # load the kernels first
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = x * 2
    loader = threading.Thread(target=load_next)
    loader.start()
    loader.join()
    z = y + 1
