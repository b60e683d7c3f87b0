"""A checkpoint of 128 MiB is loaded into a finished model, with room for one copy and a half."""

import torch
from host_limit import leave


def make_model():
    return torch.nn.Sequential(*(torch.nn.Linear(2048, 2048, bias=False) for _ in range(8)))


torch.save(make_model().state_dict(), "model.pt")
leave(192 * 2**20)
model = make_model()
model.load_state_dict(torch.load("model.pt", weights_only=True))
