"""A file from the fourth GPU of a server, on a machine with one GPU."""

import torch

# Stands in for a save on cuda:3.
torch.serialization.register_package(0, lambda s: "cuda:3", lambda s, tag: None)
torch.save(torch.nn.Linear(4, 2).state_dict(), "weights.pt")
torch.cuda.is_available = lambda: True  # what a machine with one GPU answers
torch.cuda.device_count = lambda: 1
weights = torch.load("weights.pt")
