"""Is 1e-5 still at least 1e-5 after a trip through a 32-bit float?"""

import struct

for value in (1e-5, 1e-5 + 1e-13, 1e-5 + 1e-12, 1.001e-5, 2e-5):
    stored = struct.unpack("f", struct.pack("f", value))[0]
    print(f"{value!r} is stored as {stored!r}, at least 1e-5: {stored >= 1e-5}")
assert struct.unpack("f", struct.pack("f", 1e-5))[0] >= 1e-5
