"""Load, on a machine without a GPU, weights that carry the mark of one."""

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
torch.save(torch.nn.Linear(4, 2).state_dict(), "weights.pt")
print("torch", torch.__version__, "| is_available():", torch.cuda.is_available())
weights = torch.load("weights.pt")
