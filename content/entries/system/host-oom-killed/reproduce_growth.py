"""An evaluation that keeps every output until the end is killed part of the way through."""

import torch
from host_memory import anonymous, check


def rank(index):
    torch.manual_seed(0)
    before = anonymous()
    outputs = []
    for step in range(16):
        logits = torch.randn(256, 40960)
        outputs.append(logits.detach().cpu())
        check(before)
    torch.save(torch.cat(outputs).argmax(dim=1), "classes.pt")


if __name__ == "__main__":
    torch.multiprocessing.spawn(rank, nprocs=1)
