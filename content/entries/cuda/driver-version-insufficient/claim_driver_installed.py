"""Which driver version does the runtime find, where the message appears?"""

import cupy

version = cupy.cuda.runtime.driverGetVersion()
print("driver version:", version)
try:
    cupy.arange(3)
except cupy.cuda.runtime.CUDARuntimeError as fault:
    print(fault)
assert version > 0
