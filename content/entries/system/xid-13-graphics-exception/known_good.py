"""Products of whole numbers, small enough to be exact in float32, again and again: a sound GPU gets each one right."""

import time

import torch

torch.manual_seed(0)
a = torch.randint(-8, 8, (2048, 2048)).float()
b = torch.randint(-8, 8, (2048, 2048)).float()
expected = (a @ b).cuda()  # computed on the CPU
a, b = a.cuda(), b.cuda()
rounds, wrong, end = 0, 0, time.monotonic() + 5
while time.monotonic() < end:
    wrong += int(((a @ b) != expected).sum())
    rounds += 1
print("rounds:", rounds, "wrong numbers:", wrong)
assert rounds > 0
assert wrong == 0
