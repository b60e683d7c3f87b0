"""The same request after the other process, one of our own, has been ended."""

import multiprocessing
import time

import torch

GIB = 2**30


def hold(pipe):
    kept = torch.zeros(GIB, dtype=torch.uint8, device="cuda")
    pipe.send(kept.numel())
    pipe.recv()


context = multiprocessing.get_context("fork")
ours, theirs = context.Pipe()
other = context.Process(target=hold, args=(theirs,), daemon=True)
other.start()
theirs.close()
ours.recv()

free, total = torch.cuda.mem_get_info()
wanted = free + GIB // 2
other.terminate()
other.join()
for _ in range(30):
    if torch.cuda.mem_get_info()[0] >= wanted:
        break
    time.sleep(0.1)

after = torch.cuda.mem_get_info()[0]
print(f"free before {free / GIB:.2f} GiB, after {after / GIB:.2f} GiB")
block = torch.empty(wanted, dtype=torch.uint8, device="cuda")
assert block.numel() == wanted
