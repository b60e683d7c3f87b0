"""Was CUDA initialised in the parent when the child says 're-initialize'?"""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


print("is_available:", torch.cuda.is_available())
answer = "no error"
with multiprocessing.get_context("fork").Pool(1) as pool:
    try:
        pool.apply(work, (1.0,))
    except RuntimeError as error:
        answer = str(error)
print("the child:", answer)
assert "Cannot re-initialize CUDA" in answer
print("initialised in the parent:", torch.cuda.is_initialized())
assert torch.cuda.is_initialized()
