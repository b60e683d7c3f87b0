"""The plain pickle, through torch.load with map_location."""

import pickle

import torch

# Stands in for a GPU machine: each storage is marked cuda:0 when it is written.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
with open("result.pkl", "wb") as file:
    pickle.dump({"epoch": 3, "loss": torch.tensor([0.5, 0.25])}, file)
result = torch.load("result.pkl", map_location="cpu", weights_only=False)
