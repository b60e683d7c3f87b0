"""The time between two events that were made without timing."""

import cupy

start, end = cupy.cuda.Event(disable_timing=True), cupy.cuda.Event(disable_timing=True)
start.record()
end.record()
end.synchronize()
cupy.cuda.get_elapsed_time(start, end)
