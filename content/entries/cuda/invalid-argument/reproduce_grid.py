"""All blocks along y, whose limit is 65,535."""

from grid import blocks, kernel, total

kernel((1, blocks), (1,), (total,))
