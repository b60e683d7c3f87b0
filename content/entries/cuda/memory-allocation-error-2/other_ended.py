"""The same request after the other process, one of our own, has been ended."""

import multiprocessing
import time

import numpy
from numba import cuda


def hold(pipe):
    free, total = cuda.current_context().get_memory_info()
    kept = cuda.device_array(total // 4, dtype=numpy.uint8)
    pipe.send(kept.size)
    pipe.recv()


context = multiprocessing.get_context("fork")
ours, theirs = context.Pipe()
other = context.Process(target=hold, args=(theirs,), daemon=True)
other.start()
theirs.close()
held = ours.recv()

free, total = cuda.current_context().get_memory_info()
wanted = free + held // 2
other.terminate()
other.join()
for _ in range(30):
    if cuda.current_context().get_memory_info()[0] >= wanted:
        break
    time.sleep(0.1)

samples = cuda.device_array(wanted, dtype=numpy.uint8)
assert samples.size == wanted
