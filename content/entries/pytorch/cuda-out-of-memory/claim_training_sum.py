"""Count the saved activations that stay alive while a training loop sums its losses."""

import weakref

import torch
from torch import nn


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor


alive = weakref.WeakSet()


def pack(tensor):
    saved = Saved(tensor)
    alive.add(saved)
    return saved


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
total_loss = 0.0
counts = []
with torch.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
    for _ in range(10):
        net.zero_grad()
        loss = net(torch.randn(32, 64)).square().mean()
        loss.backward()
        with torch.no_grad():  # a step of plain SGD
            for p in net.parameters():
                p -= 0.01 * p.grad
        total_loss += loss
        counts.append(len(alive))
print("saved activations alive after each step:", counts)
assert counts[-1] > counts[0], "they are not kept"
