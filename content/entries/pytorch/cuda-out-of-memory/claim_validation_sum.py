"""Count the saved activations that stay alive while validation sums its losses."""

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
net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1)).eval()
total_loss = 0.0
counts = []
with torch.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
    for _ in range(10):
        total_loss += net(torch.randn(32, 64)).square().mean()
        counts.append(len(alive))
print("saved activations alive after each batch:", counts)
assert counts[-1] == 10 * counts[0], "they are not kept"
