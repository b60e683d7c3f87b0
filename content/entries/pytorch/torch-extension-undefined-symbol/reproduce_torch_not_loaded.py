"""Load an extension that fits, before anything has imported torch."""

import ctypes

from extension import make_extension

path = make_extension("demo_extension.so")
ctypes.CDLL(path)
