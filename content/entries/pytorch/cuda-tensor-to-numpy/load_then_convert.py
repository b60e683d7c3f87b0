"""Give the model storage and values before anything is read from it."""

import torch

torch.manual_seed(0)
saved = torch.nn.Linear(4, 1).state_dict()
with torch.device("meta"):
    model = torch.nn.Linear(4, 1)
model.to_empty(device="cpu")
model.load_state_dict(saved)
array = model.weight.detach().numpy()
print(array.shape, "| as saved:", torch.equal(torch.from_numpy(array), saved["weight"]))
assert torch.equal(torch.from_numpy(array), saved["weight"])
