"""Does a network in eval() mode still record a graph?"""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 1)).eval()
y = net(torch.randn(4, 8))
print("output in eval() mode:", y.grad_fn)
with torch.no_grad():
    print("output under no_grad():", net(torch.randn(4, 8)).grad_fn)
assert y.grad_fn is None, "eval() mode still records a graph"
