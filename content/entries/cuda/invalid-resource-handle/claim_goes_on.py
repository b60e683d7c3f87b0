"""After the error: do the same stream and the same process still work?"""

import cupy

start, end = cupy.cuda.Event(disable_timing=True), cupy.cuda.Event(disable_timing=True)
start.record()
end.record()
end.synchronize()
try:
    cupy.cuda.get_elapsed_time(start, end)
except cupy.cuda.runtime.CUDARuntimeError as error:
    print("caught:", error)
total = int(cupy.arange(10).sum())
assert total == 45
