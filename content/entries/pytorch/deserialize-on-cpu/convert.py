"""Read the marks in the file without a GPU, and write a copy that has none."""

from collections import Counter

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
on_gpu = True
torch.serialization.register_package(
    0, lambda s: "cuda:0" if on_gpu else None, lambda s, tag: None
)
torch.save(torch.nn.Linear(4, 2).state_dict(), "weights.pt")
on_gpu = False

marks = Counter()


def keep_on_cpu(storage, mark):
    marks[mark] += 1
    return storage


torch.save(torch.load("weights.pt", map_location=keep_on_cpu), "weights-cpu.pt")
print("marks in the file:", dict(marks))
weights = torch.load("weights-cpu.pt")
assert marks == {"cuda:0": 2} and weights["weight"].device.type == "cpu"
