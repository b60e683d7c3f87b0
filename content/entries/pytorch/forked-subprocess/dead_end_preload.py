"""A server that forks by itself: multiprocessing's start method is never looked at."""

import multiprocessing
import os

import torch

multiprocessing.set_start_method("spawn", force=True)
print("start method:", multiprocessing.get_start_method())
print("is_available:", torch.cuda.is_available())
reading, writing = os.pipe()
child = os.fork()  # what gunicorn and other prefork servers do after --preload
if child == 0:
    try:
        torch.zeros(1, device="cuda")
        os.write(writing, b"no error")
    except RuntimeError as error:
        os.write(writing, str(error).encode())
    os._exit(0)
os.waitpid(child, 0)
answer = os.read(reading, 4096).decode()
print("the child:", answer)
assert "Cannot re-initialize CUDA in forked subprocess" in answer
