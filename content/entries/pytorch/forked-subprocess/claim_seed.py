"""Seeds and device objects in the parent, then a fork: is the child marked?"""

import multiprocessing

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


torch.manual_seed(0)
torch.cuda.manual_seed_all(0)
device = torch.device("cuda")
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(work, (1.0,))
