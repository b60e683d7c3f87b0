"""The same load with what is advised against "CUDA out of memory": it is about another memory."""

import gc
import os

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"

import torch
from host_memory import anonymous, check


def make_model():
    return torch.nn.Linear(4096, 4096, bias=False)


def rank(index):
    torch.empty(1)
    before = anonymous()
    model = make_model()
    gc.collect()
    torch.cuda.empty_cache()
    state = torch.load("model.pt", weights_only=True)
    check(before)
    model.load_state_dict(state)


if __name__ == "__main__":
    torch.save(make_model().state_dict(), "model.pt")
    torch.multiprocessing.spawn(rank, nprocs=1)
