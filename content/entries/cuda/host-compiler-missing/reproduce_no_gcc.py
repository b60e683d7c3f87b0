"""No compiler at all on PATH."""

from toolkit import compile_kernel, no_compiler

compile_kernel(path=no_compiler())
