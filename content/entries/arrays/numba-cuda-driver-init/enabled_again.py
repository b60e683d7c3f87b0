"""Without the variable Numba asks the driver."""

import os

os.environ.pop("NUMBA_DISABLE_CUDA", None)

from numba.cuda.cudadrv.driver import driver

count = driver.cuDeviceGetCount()
print(count, "devices")
assert count >= 0
