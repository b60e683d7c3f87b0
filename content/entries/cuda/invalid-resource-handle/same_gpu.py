"""Stream and event are made, and used, while the same GPU is the current one."""

import cupy

with cupy.cuda.Device(1):
    stream = cupy.cuda.Stream()
    event = cupy.cuda.Event()
    event.record(stream)
    event.synchronize()
assert event.done
