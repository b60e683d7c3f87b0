"""What the message says, for a tensor on the meta device."""

import torch

with torch.device("meta"):
    model = torch.nn.Linear(4, 1)
array = model.weight.detach().cpu().numpy()
