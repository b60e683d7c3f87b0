"""The same pool from the spawn context: its processes start without the parent's CUDA."""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


if __name__ == "__main__":
    model = torch.nn.Linear(4, 2).to("cuda")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result = pool.apply(work, (1.0,))
    print("from the child:", result)
    assert result == 1.0
