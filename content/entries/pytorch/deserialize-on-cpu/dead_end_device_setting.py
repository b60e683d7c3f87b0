"""Everything in the program says CPU, except the call that reads the file."""

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
torch.save(torch.nn.Linear(4, 2).state_dict(), "weights.pt")

torch.set_default_device("cpu")
model = torch.nn.Linear(4, 2).to("cpu")
with torch.device("cpu"):
    model.load_state_dict(torch.load("weights.pt"))
