"""All blocks along x, whose limit is 2**31 - 1."""

from grid import blocks, kernel, total

kernel((blocks, 1), (1,), (total,))
assert total.item() == blocks
