"""A weight that was never loaded: its device is meta."""

import torch

with torch.device("meta"):
    model = torch.nn.Linear(4, 1)
print("torch", torch.__version__, "|", model.weight.device)
array = model.weight.detach().numpy()
