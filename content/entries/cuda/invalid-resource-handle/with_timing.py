"""The same with timing, and both events recorded."""

import cupy

start, end = cupy.cuda.Event(), cupy.cuda.Event()
start.record()
cupy.ones(1 << 20).sum()
end.record()
end.synchronize()
milliseconds = cupy.cuda.get_elapsed_time(start, end)
assert milliseconds > 0
