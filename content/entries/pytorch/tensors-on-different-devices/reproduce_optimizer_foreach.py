"""Momentum that is not where its weight is, with foreach; every machine has the device `meta`."""

import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, foreach=True)
model(torch.ones(4, 3)).sum().backward()
optimizer.step()
for state in optimizer.state.values():
    state["momentum_buffer"] = state["momentum_buffer"].to("meta")
optimizer.step()
