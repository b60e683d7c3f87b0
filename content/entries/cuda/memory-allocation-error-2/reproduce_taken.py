"""Another process holds a quarter of the card; this one asks for what would fit without it."""

import multiprocessing

import numpy
from numba import cuda


def hold(pipe):
    free, total = cuda.current_context().get_memory_info()
    kept = cuda.device_array(total // 4, dtype=numpy.uint8)
    pipe.send(kept.size)
    pipe.recv()


context = multiprocessing.get_context("fork")
ours, theirs = context.Pipe()
context.Process(target=hold, args=(theirs,), daemon=True).start()
theirs.close()
held = ours.recv()

free, total = cuda.current_context().get_memory_info()
samples = cuda.device_array(free + held // 2, dtype=numpy.uint8)
