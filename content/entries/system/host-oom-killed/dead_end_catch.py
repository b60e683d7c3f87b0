"""Catch everything around the load: SIGKILL is no exception, and no handler can be set for it."""

import torch
from host_memory import anonymous, check


def make_model():
    return torch.nn.Linear(4096, 4096, bias=False)


def rank(index):
    torch.empty(1)
    before = anonymous()
    try:
        model = make_model()
        state = torch.load("model.pt", weights_only=True)
        check(before)
        model.load_state_dict(state)
    except BaseException as error:
        print("caught", error)
    finally:
        print("cleaned up")


if __name__ == "__main__":
    torch.save(make_model().state_dict(), "model.pt")
    torch.multiprocessing.spawn(rank, nprocs=1)
