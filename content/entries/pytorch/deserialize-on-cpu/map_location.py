"""The same load, with the place for the tensors named."""

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
saved = torch.nn.Linear(4, 2).state_dict()
torch.save(saved, "weights.pt")

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.nn.Linear(4, 2)
model.load_state_dict(torch.load("weights.pt", map_location="cpu"))
model.to(device)
print("model on", model.weight.device)
assert torch.equal(model.weight.cpu(), saved["weight"])
