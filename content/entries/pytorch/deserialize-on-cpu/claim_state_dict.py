"""Save the whole model and its state_dict; load the state_dict."""

import torch

# Stands in for a GPU machine: each storage is marked cuda:0 when it is written.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
model = torch.nn.Linear(4, 2)
torch.save(model, "model.pt")
torch.save(model.state_dict(), "state_dict.pt")
for path in ("model.pt", "state_dict.pt"):
    with open(path, "rb") as file:
        print(path, "names cuda:0:", b"cuda:0" in file.read())
state = torch.load("state_dict.pt", weights_only=True)
