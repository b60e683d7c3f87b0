"""The same rank: a model without memory of its own, and weights that stay in the file until they are read."""

import torch
from host_memory import anonymous, check


def make_model():
    return torch.nn.Linear(4096, 4096, bias=False)


def rank(index):
    torch.empty(1)
    before = anonymous()
    with torch.device("meta"):
        model = make_model()
    state = torch.load("model.pt", mmap=True, weights_only=True)
    model.load_state_dict(state, assign=True)
    check(before)
    out = model(torch.ones(1, 4096))
    torch.save((out.detach(), anonymous() - before), "out.pt")


if __name__ == "__main__":
    torch.manual_seed(0)
    trained = make_model()
    torch.save(trained.state_dict(), "model.pt")
    torch.multiprocessing.spawn(rank, nprocs=1)
    out, taken = torch.load("out.pt", weights_only=True)
    assert torch.allclose(out, trained(torch.ones(1, 4096)), atol=1e-5)
    assert taken < 32 * 2**20, taken
