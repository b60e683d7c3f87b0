"""Random numbers in a graph: are they the same at each replay?"""

import torch

torch.cuda.manual_seed(0)
torch.rand(8, device="cuda").tolist()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    noise = torch.rand(8, device="cuda")
graph.replay()
first = noise.tolist()
graph.replay()
second = noise.tolist()
print("first: ", first[:3])
print("second:", second[:3])
assert first == second, "each replay has new numbers"
