"""weights_only, the argument that articles recommend for every error of torch.load."""

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
torch.save(torch.nn.Linear(4, 2).state_dict(), "weights.pt")
weights = torch.load("weights.pt", weights_only=False)
