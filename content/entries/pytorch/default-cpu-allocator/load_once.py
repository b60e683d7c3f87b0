"""The same checkpoint: a model without memory of its own takes the tensors of the file, which is mapped, not read."""

import torch
from host_limit import leave


def make_model():
    return torch.nn.Sequential(*(torch.nn.Linear(2048, 2048, bias=False) for _ in range(8)))


torch.manual_seed(0)
trained = make_model()
torch.save(trained.state_dict(), "model.pt")
leave(192 * 2**20)
with torch.device("meta"):
    model = make_model()
state = torch.load("model.pt", mmap=True, weights_only=True)
model.load_state_dict(state, assign=True)
x = torch.ones(1, 2048)
assert torch.allclose(model(x), trained(x), atol=1e-5)
