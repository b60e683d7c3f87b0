"""Another process holds 1 GiB; this one asks for what would fit without it."""

import multiprocessing

import torch

GIB = 2**30


def hold(pipe):
    kept = torch.zeros(GIB, dtype=torch.uint8, device="cuda")
    pipe.send(kept.numel())
    pipe.recv()


context = multiprocessing.get_context("fork")
ours, theirs = context.Pipe()
context.Process(target=hold, args=(theirs,), daemon=True).start()
theirs.close()
ours.recv()  # the other process has its memory

free, total = torch.cuda.mem_get_info()
print(f"free {free / GIB:.2f} GiB of {total / GIB:.2f} GiB")
torch.empty(free + GIB // 2, dtype=torch.uint8, device="cuda")
