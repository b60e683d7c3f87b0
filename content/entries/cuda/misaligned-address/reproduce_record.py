"""Read floats behind a header of one byte, as NumPy allows it."""

import cupy

file = cupy.zeros(1 + 4 * 256, dtype=cupy.uint8)
values = file[1:].view(cupy.float32)
print("address modulo 4:", values.data.ptr % 4, flush=True)
print("sum:", float((values + 1).sum()))
