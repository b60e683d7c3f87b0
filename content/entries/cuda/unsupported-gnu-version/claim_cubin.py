"""Compile device code alone: is the host compiler asked then?"""

from toolkit import compile_kernel

size = compile_kernel(phase="-cubin")
assert size > 0
