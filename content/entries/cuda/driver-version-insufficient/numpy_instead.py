"""Ask first, and compute with NumPy where CuPy cannot."""

import cupy
import numpy

array_module = cupy if cupy.is_available() else numpy
x = array_module.arange(3)
print("computed with", array_module.__name__, "|", int((x * x).sum()))
assert int((x * x).sum()) == 5
