"""Go on without a GPU, and say so."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.zeros(3).to(device)
print("no GPU for this process, running on", x.device)
assert x.device.type == "cpu"
assert (x + 1).sum().item() == 3
