"""The same evaluation: of each batch only what the result needs is kept."""

import torch
from host_memory import anonymous, check


def rank(index):
    torch.manual_seed(0)
    before = anonymous()
    outputs = []
    for step in range(16):
        logits = torch.randn(256, 40960)
        outputs.append(logits.argmax(dim=1).cpu())
        check(before)
    torch.save(torch.cat(outputs), "classes.pt")


if __name__ == "__main__":
    torch.multiprocessing.spawn(rank, nprocs=1)
    classes = torch.load("classes.pt", weights_only=True)
    torch.manual_seed(0)
    assert classes.shape == (16 * 256,)
    assert torch.equal(classes[:256], torch.randn(256, 40960).argmax(dim=1))
