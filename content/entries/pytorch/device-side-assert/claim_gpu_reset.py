"""One process dies of the assert; then this one asks the same GPU for a sum."""

import multiprocessing

import torch
import torch.nn.functional as F


def faulty():
    logits = torch.zeros(4, 10, device="cuda")
    F.cross_entropy(logits, torch.tensor([1, 4, 7, 10], device="cuda")).item()


context = multiprocessing.get_context("fork")  # CUDA has not started here yet
child = context.Process(target=faulty)
child.start()
child.join()
print("exit code of the faulty process:", child.exitcode, flush=True)
assert child.exitcode != 0
print("sum on the GPU afterwards:", torch.ones(1000, device="cuda").sum().item())
