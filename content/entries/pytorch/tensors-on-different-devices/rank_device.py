"""The same process, which first says which GPU "cuda" means."""

import os

import torch

os.environ["LOCAL_RANK"] = "1"  # as torchrun sets it for the second process
local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)
model = torch.nn.Linear(4, 2).to("cuda")
x = torch.ones(3, 4, device=f"cuda:{local_rank}")
y = model(x)
print("output on", y.device)
assert y.device == torch.device("cuda", 1)
