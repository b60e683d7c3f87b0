"""The second process of a job: its batch is on cuda:1, "cuda" alone still means cuda:0."""

import os

import torch

os.environ["LOCAL_RANK"] = "1"  # as torchrun sets it for the second process
local_rank = int(os.environ["LOCAL_RANK"])
model = torch.nn.Linear(4, 2).to("cuda")
x = torch.ones(3, 4, device=f"cuda:{local_rank}")
y = model(x)
