"""A rank that loads a checkpoint into a finished model holds the weights twice, and is killed for its memory."""

import torch
from host_memory import anonymous, check


def make_model():
    return torch.nn.Linear(4096, 4096, bias=False)


def rank(index):
    torch.empty(1)
    before = anonymous()
    model = make_model()
    state = torch.load("model.pt", weights_only=True)
    check(before)
    model.load_state_dict(state)


if __name__ == "__main__":
    torch.save(make_model().state_dict(), "model.pt")
    torch.multiprocessing.spawn(rank, nprocs=1)
