"""Compile device code alone, without a host compiler."""

from toolkit import compile_kernel, no_compiler

size = compile_kernel(path=no_compiler(), phase="-ptx")
assert size > 0
