"""Ask before the first array is made, and use NumPy where there is no device."""

import cupy
import numpy

xp = cupy if cupy.cuda.is_available() else numpy
x = xp.arange(3)
assert int(x.sum()) == 3
