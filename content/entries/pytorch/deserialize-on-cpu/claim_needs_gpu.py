"""Read weights that are marked as a GPU's where there is none, and compare every bit."""

import torch

# Stands in for a save on a GPU machine: the same file, each storage marked cuda:0.
torch.serialization.register_package(0, lambda s: "cuda:0", lambda s, tag: None)
torch.manual_seed(0)
saved = torch.nn.Linear(64, 64).half().state_dict()
torch.save(saved, "weights.pt")
loaded = torch.load("weights.pt", map_location="cpu")
same = all(torch.equal(loaded[name], saved[name]) for name in saved)
print("GPUs:", torch.cuda.device_count(), "| dtype:", loaded["weight"].dtype)
print("every value as saved:", same)
assert same and loaded["weight"].dtype == torch.float16
