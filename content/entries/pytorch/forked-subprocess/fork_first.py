"""Fork first; each child asks for the GPU and loads its model, the parent never does."""

import multiprocessing

import torch


def load():
    global model
    model = torch.nn.Linear(1, 1, bias=False).to("cuda")
    torch.nn.init.constant_(model.weight, 2.0)


def work(value):
    with torch.no_grad():
        return model(torch.tensor([value], device="cuda")).item()


with multiprocessing.get_context("fork").Pool(2, initializer=load) as pool:
    results = pool.map(work, [1.0, 2.0, 3.0])
print("from the children:", results)
assert results == [2.0, 4.0, 6.0]
