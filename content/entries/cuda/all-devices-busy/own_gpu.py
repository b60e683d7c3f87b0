"""Each rank opens one GPU only: its own, chosen before the first call that needs a context."""

import os

import torch


def main():
    local_rank = int(os.environ.get("LOCAL_RANK", "0"))
    torch.cuda.set_device(local_rank)
    x = torch.ones(3, device="cuda")
    assert x.device.index == local_rank
    assert x.sum().item() == 3


main()
