"""The same with a capture that objects to calls of its own thread only."""

import threading

import torch

x = torch.ones(4, device="cuda")
buffers = []


def load_next():
    buffers.append(torch.empty(2**28, dtype=torch.uint8, device="cuda"))


(x * 2 + 1).tolist()  # load the kernels first
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph, capture_error_mode="thread_local"):
    y = x * 2
    loader = threading.Thread(target=load_next)
    loader.start()
    loader.join()
    z = y + 1
graph.replay()
print("replayed:", z.tolist(), "| buffers:", len(buffers))
assert z.tolist() == [3.0] * 4 and len(buffers) == 1
