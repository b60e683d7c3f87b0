"""The usual guard in front of the model: does the program stop?"""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(4, 2).to(device)
print("device:", device, "| output:", tuple(model(torch.ones(3, 4, device=device)).shape))
