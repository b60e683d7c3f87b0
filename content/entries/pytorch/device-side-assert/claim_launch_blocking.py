"""The same program with CUDA_LAUNCH_BLOCKING=1: does the faulty call itself raise?"""

import os

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

import torch
import torch.nn.functional as F

logits = torch.zeros(4, 10, device="cuda")
good = torch.tensor([0, 3, 6, 9], device="cuda")
bad = torch.tensor([1, 4, 7, 10], device="cuda")
work = torch.zeros(4096, 4096, device="cuda")
F.cross_entropy(logits, good)
for _ in range(50):
    work = work @ work
loss = F.cross_entropy(logits, bad)
print("the faulty call returned without an error", flush=True)
os._exit(3)
