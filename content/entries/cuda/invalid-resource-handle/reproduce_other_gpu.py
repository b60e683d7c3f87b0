"""An event of one GPU, recorded on a stream of another."""

import cupy

with cupy.cuda.Device(1):
    stream = cupy.cuda.Stream()
with cupy.cuda.Device(0):
    event = cupy.cuda.Event()
event.record(stream)
